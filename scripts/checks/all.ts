/** The project's own checks. Types, lint and dead code are checked by tools (run.ts). */
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
