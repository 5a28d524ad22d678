import { care } from './care.ts'
import { money } from './money.ts'
import type { Mutant } from './mutant.ts'
import { people } from './people.ts'
import { platforms } from './platform.ts'
import { screens } from './screens.ts'

export const allMutants: readonly Mutant[] = [...people, ...money, ...care, ...platforms, ...screens]
