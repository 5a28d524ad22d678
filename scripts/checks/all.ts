/** The project's own checks. Types, lint and dead code are checked by tools (run.ts). */
import { checkArrows } from './arrows.ts'
import { checkCycles } from './cycles.ts'
import { checkFeatureFiles } from './feature-files.ts'
import { checkLabLabels } from './lab-labels.ts'
import { checkLeftovers, checkNames, checkSizes } from './names-and-sizes.ts'
import type { Check } from './sources.ts'
import { checkStructure } from './structure.ts'

export const projectChecks: Record<string, Check> = {
  arrows: checkArrows,
  cycles: checkCycles,
  sizes: checkSizes,
  names: checkNames,
  leftovers: checkLeftovers,
  structure: checkStructure,
  'feature files': checkFeatureFiles,
  'lab labels': checkLabLabels,
}
