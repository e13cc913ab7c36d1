import type { InferenceSession } from 'onnxruntime-node'

/** One core per model, because the process also serves requests. An arena would keep the memory of the longest text. */
export const SESSION_OPTIONS: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  enableCpuMemArena: false,
  enableMemPattern: false,
  logSeverityLevel: 3,
}
