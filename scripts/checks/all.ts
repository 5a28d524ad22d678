/** The house's own checks, beside types, lint and dead code. */
import { checkArrows } from './arrows.ts'
import { checkCycles } from './cycles.ts'
import { checkLines } from './lines.ts'
import type { Check } from './sources.ts'
import { checkStructure } from './structure.ts'
import { checkLeftovers, checkNames, checkSizes } from './tidiness.ts'

export const houseChecks: Record<string, Check> = {
  arrows: checkArrows,
  lines: checkLines,
  cycles: checkCycles,
  sizes: checkSizes,
  names: checkNames,
  leftovers: checkLeftovers,
  structure: checkStructure,
}
