/** The table of features: the compiler refuses a missing call, and an answer to a call that does not exist. */
import type { contract } from '@vialdesk/contract'
import type { Served } from '#api/platform/serve.ts'
import { sessionsRouter } from './features/sessions/sessions.router.ts'

type Complete = { [F in keyof typeof contract]: { [V in keyof (typeof contract)[F]]: Served<never> | Served } }

export const router = {
  sessions: sessionsRouter,
} satisfies Partial<Complete>
