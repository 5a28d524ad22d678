/** The router of features: every call that exists, by feature and verb. */
import { sessions } from './sessions.ts'

export const contract = { sessions }
