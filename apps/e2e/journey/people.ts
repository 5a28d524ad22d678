/** Further log-ins of the demo: the part of their email address before `@demo.example`. */
import { type Account, PASSWORD } from './users.ts'

export const person = (name: string): Account => ({ email: `${name}@demo.example`, password: PASSWORD })
