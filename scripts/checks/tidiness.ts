/** Small files with telling names, and nothing left behind. */
import path from 'node:path/posix'
import type { Check } from './sources.ts'

const MOST_LINES = 300

export const checkSizes: Check = (sources) =>
  sources
    .map(({ path: file, text }) => ({ file, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ file, lines }) => `${file} has ${lines} lines, more than ${MOST_LINES}: split it by verb`)

/** Such names say nothing, so everything ends up there. */
const EMPTY_NAMES = /^(?:utils?|misc|helpers?|commons?|managers?|services?)$/

/** A route is named by its address, which is not ours to choose. */
const ROUTES = 'apps/web/src/routes/'

export const checkNames: Check = (sources) =>
  sources.flatMap(({ path: file }) => {
    if (file.startsWith(ROUTES)) return []
    const words = file.split('/').flatMap((part) => path.basename(part).split(/[.-]/))
    const word = words.find((each) => EMPTY_NAMES.test(each))
    return word ? [`${file}: the name "${word}" says nothing about what is inside`] : []
  })

// Put together, so that this file does not find itself.
const LEFT_BEHIND: [RegExp, string][] = [
  [new RegExp(`\\b(?:${['TO' + 'DO', 'FIX' + 'ME', 'X' + 'XX', 'HA' + 'CK'].join('|')})\\b`), 'something is unfinished'],
  [new RegExp(`@ts-${'(?:ignore|nocheck|expect-error)'}`), 'a type error is hidden'],
  [new RegExp(`biome-ignore-${'all'}`), 'a whole file is left out of the checks'],
  [new RegExp(`\\b(?:test|it|describe|suite)\\b.*\\.(?:${'only|skip|todo|fixme'})\\b`), 'tests are left out'],
  [new RegExp(`\\b${'debug' + 'ger'}\\b`), 'a breakpoint is left'],
]

export const checkLeftovers: Check = (sources) =>
  sources.flatMap(({ path: file, text }) =>
    text.split('\n').flatMap((line, at) => {
      const found = LEFT_BEHIND.find(([pattern]) => pattern.test(line))
      return found ? [`${file}:${at + 1}: ${found[1]}`] : []
    }),
  )
