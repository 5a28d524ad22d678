/** All drills, in the order of `all`. */
import type { Drill } from './drill.ts'
import { leftover } from './leftover.ts'
import { log } from './log.ts'
import { noHarm } from './no-harm.ts'
import { secretKey } from './secret-key.ts'
import { takeover } from './takeover.ts'

export const drills: Drill[] = [noHarm, takeover, leftover, secretKey, log]
