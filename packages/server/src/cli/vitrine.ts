#!/usr/bin/env node
/** The command line. Compiled code is cached, which halves the start time of a command. */
import { enableCompileCache } from 'node:module'

enableCompileCache()
const { runProgram } = await import('./program.ts')
await runProgram(process.argv)
