/** The token of a request. Only its hash is compared and kept. */
import type { FastifyRequest } from 'fastify'
import type { AccessTokenHash } from '#api/db/transaction.ts'
import { isAccessToken } from '#api/platform/access/access-token.ts'
import { sha256 } from '#api/platform/crypto/sha256.ts'

const tokenOf = (header: string | undefined) => (header && /^(?:Token|Bearer) +(\S{20,200})$/i.exec(header)?.[1]) || undefined

/** The hash of a session's token. Undefined for an access token: only calls of the contract accept it. */
export function tokenHashOf(header: string | undefined): string | undefined {
  const token = tokenOf(header)
  return token === undefined || isAccessToken(token) ? undefined : sha256(token)
}

export function accessTokenHashOf(header: string | undefined): AccessTokenHash | undefined {
  const token = tokenOf(header)
  return token !== undefined && isAccessToken(token) ? { accessToken: sha256(token) } : undefined
}

export const credentialOf = ({ headers: { authorization } }: FastifyRequest) =>
  accessTokenHashOf(authorization) ?? tokenHashOf(authorization)
