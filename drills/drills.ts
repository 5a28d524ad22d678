/** All drills, in the order of `all`. */
import type { Drill } from './drill.ts'
import { migrations } from './migrations.ts'
import { noHarm } from './no-harm.ts'

export const drills: Drill[] = [noHarm, migrations]
