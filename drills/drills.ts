/** All drills, in the order of `all`. */
import type { Drill } from './drill.ts'
import { backends } from './kills/backends.ts'
import { embeddedPostmaster } from './kills/embedded-postmaster.ts'
import { portal } from './kills/portal.ts'
import { postmaster } from './kills/postmaster.ts'
import { noHarm } from './no-harm.ts'
import { soakDrill } from './soak/soak.ts'

export const drills: Drill[] = [noHarm, backends, portal, postmaster, embeddedPostmaster, soakDrill]
