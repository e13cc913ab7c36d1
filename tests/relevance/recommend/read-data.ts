/** The evaluation data, read from beside the repository; nothing of it is part of the project. */
import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

const FOLDER = new URL('../../../../shared/data/recommend/', import.meta.url)

export function hasData(path = ''): boolean {
  return existsSync(new URL(path, FOLDER))
}

export function readLines(path: string): string[] {
  return gunzipSync(readFileSync(new URL(path, FOLDER)))
    .toString()
    .trim()
    .split('\n')
}

export function readVisits(path: string): number[][] {
  return readLines(path).map((line) => line.trim().split(/\s+/).map(Number))
}
