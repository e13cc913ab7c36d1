import type { InferenceSession } from 'onnxruntime-node'

/** One core per model, because the process serves requests too. An arena would keep what the longest text ever needed. */
export const SESSION_OPTIONS: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  enableCpuMemArena: false,
  enableMemPattern: false,
  logSeverityLevel: 3,
}
