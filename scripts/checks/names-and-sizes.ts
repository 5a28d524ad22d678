/** Checks the size and names of files, and leftovers such as to-do comments and skipped tests. */
import path from 'node:path/posix'
import type { Check } from './sources.ts'

const MAX_LINES = 300

export const checkSizes: Check = (sources) =>
  sources
    .map(({ path: file, text }) => ({ file, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ file, lines }) => `${file} has ${lines} lines, more than ${MAX_LINES}: split it by verb`)

/** Names that say nothing about the content, so that unrelated code collects there. `services.ts` is the api's own term. */
const EMPTY_NAMES = /^(?:utils?|misc|helpers?|commons?|managers?|service)$/

export const checkNames: Check = (sources) =>
  sources.flatMap(({ path: file }) => {
    const words = file.split('/').flatMap((part) => path.basename(part).split(/[.-]/))
    const word = words.find((each) => EMPTY_NAMES.test(each))
    return word ? [`${file}: the name "${word}" says nothing about the content`] : []
  })

// The words are concatenated, so that the check does not find this file.
const LEFT_BEHIND: [RegExp, string][] = [
  [new RegExp(`\\b(?:${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK'].join('|')})\\b`), 'unfinished work'],
  [new RegExp(`@ts-${'(?:ignore|nocheck|expect-error)'}`), 'a hidden type error'],
  [new RegExp(`biome-ignore-${'all'}`), 'a file without lint checks'],
  [new RegExp(`\\b(?:test|it|describe|suite)\\b.*\\.(?:${'only|skip|todo|fixme'})\\b`), 'skipped tests'],
  [new RegExp(`\\b${'debug' + 'ger'}\\b`), 'a breakpoint'],
  // Vitest's toMatchObject takes every text for a match of a regular expression.
  [/toMatchObject\((?:(?!stringMatching).)*[:[] ?\/[^/*\s]/, 'a comparison that cannot fail: use expect.stringMatching'],
]

export const checkLeftovers: Check = (sources) =>
  sources.flatMap(({ path: file, text }) =>
    text.split('\n').flatMap((line, at) => {
      const found = LEFT_BEHIND.find(([pattern]) => pattern.test(line))
      return found ? [`${file}:${at + 1}: ${found[1]}`] : []
    }),
  )
