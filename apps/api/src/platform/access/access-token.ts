/** Access tokens of machines: their shape, and the calls that a token may make. */

import type { Call } from '@vialdesk/contract/base/call'
import { newSecret } from '#api/platform/crypto/secret-tokens.ts'

/** Tokens of sessions have no full stop, so the two never look alike. */
const PREFIX = 'vdk.'

export const newAccessToken = (): string => PREFIX + newSecret()
export const isAccessToken = (token: string): boolean => token.startsWith(PREFIX)

/** The first characters, by which a person recognises a token. */
export const shownPrefixOf = (token: string): string => token.slice(0, PREFIX.length + 6)

/** Calls that no token may make are refused, even if an old token names them. */
export const mayTokenCall = ({ calls }: { calls: readonly string[] }, { key, machine }: Call): boolean =>
  machine && calls.includes(key)
