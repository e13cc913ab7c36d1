#!/usr/bin/env node
/** Compiled code is cached, which halves the start time of a command. */
import { enableCompileCache } from 'node:module'
import { saveMemory } from './save-memory.ts'

enableCompileCache()
if (['serve', 'import'].includes(process.argv[2] ?? '')) saveMemory()
const { runProgram } = await import('./program.ts')
await runProgram(process.argv)
