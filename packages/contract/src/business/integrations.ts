/** Access tokens for machines. An admin makes them; a token never may more than its admin. */
import { z } from 'zod'
import { admin } from '../base/access.ts'
import { call } from '../base/call.ts'
import { Id, Message, pageOf, paging, requiredLine, singleLine, Timestamp } from '../base/primitives.ts'
import * as proof from '../base/proof.ts'

export const AccessToken = z.object({
  id: Id,
  name: z.string(),
  /** The calls that it may make, `GET /api/v1/users/all/`. */
  calls: z.array(z.string()),
  /** The first characters, by which a person recognises it. */
  prefix: z.string(),
  created_by: z.object({ id: Id, name: z.string() }),
  created_at: Timestamp,
  expires_at: Timestamp,
  last_used_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
})
export type AccessToken = z.infer<typeof AccessToken>

export const MAX_TOKEN_DAYS = 366

export const NewAccessToken = z.object({
  name: requiredLine(80),
  calls: z.array(singleLine(120)).min(1, 'Choose at least one call.').max(300),
  expires_at: Timestamp,
})
export type NewAccessToken = z.infer<typeof NewAccessToken>

export const NO_MACHINE_CALL = 'Access tokens may not make this call'
export const TOKEN_REVOKED = 'The access token has been revoked.'

/** The calls of a feature that access tokens may make. */
export const MachineCallGroup = z.object({
  title: z.string(),
  calls: z.array(z.object({ call: z.string(), summary: z.string() })),
})
export type MachineCallGroup = z.infer<typeof MachineCallGroup>

export const integrations = {
  list: call('GET /api/v1/access-tokens/', admin, {
    summary: 'The access tokens of the domain, newest first',
    query: paging(10),
    answer: pageOf(AccessToken),
  }),
  calls: call('GET /api/v1/access-tokens/calls/', admin, {
    summary: 'The calls that an access token may make, by feature',
    answer: z.array(MachineCallGroup),
  }),
  add: call('POST /api/v1/access-tokens/', admin, {
    proof: proof.admins,
    summary: 'Make an access token. The token is answered once and never again',
    body: NewAccessToken,
    answer: AccessToken.extend({ token: z.string() }),
    status: 201,
    rateLimit: 'invite',
  }),
  revoke: call('POST /api/v1/access-tokens/{id}/revoke/', admin, {
    proof: proof.admins,
    summary: 'Revoke an access token',
    answer: Message,
  }),
}
