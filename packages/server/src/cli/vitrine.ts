#!/usr/bin/env node
/** The command line. What is loaded is kept compiled for the next time, which halves the wait for a command. */
import { enableCompileCache } from 'node:module'

enableCompileCache()
const { runProgram } = await import('./program.ts')
await runProgram(process.argv)
