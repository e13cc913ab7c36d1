import type { InferenceSession } from 'onnxruntime-node'

/**
 * One core per model: the process serves requests on the others. Without its own arena the runtime frees the memory of
 * each run; with one, it keeps as much as the longest text ever needed.
 */
export const SESSION_OPTIONS: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  enableCpuMemArena: false,
  enableMemPattern: false,
  logSeverityLevel: 3,
}
