/**
 * Into the account of another, and back. Each loads a fresh page on purpose: what memory held of one account goes before the
 * next one shows. The way back is the server's to know; this browser keeps nothing but the token that it was given.
 */
import type { Answer } from './api.ts'
import { homeOf } from './home.ts'
import { lastRequest, request, sayFarewell } from './request.ts'
import { session, signIn } from './session.ts'

const LOGIN_AS = 'POST /api/v1/users/login-as-user/'
const ENTER_CENTER = 'GET /api/v1/hc-staff/auth-profile/{id}/'
type Entry = Answer<typeof LOGIN_AS>

function goOnAs({ token, user }: Entry): void {
  sayFarewell()
  signIn(token, user)
  const who = session()
  location.assign(who ? homeOf(who) : '/')
}

/** An admin enters the account of a user. Throws the refusal, and nothing has changed then. */
export async function enterAccount(user_id: number): Promise<void> {
  goOnAs(await request<Entry>(LOGIN_AS, { body: { user_id } }))
}

/** A staff user (or an admin) enters a harvest center. Throws the refusal, and nothing has changed then. */
export async function enterCenter(id: number): Promise<void> {
  goOnAs(await request<Entry>(ENTER_CENTER, { params: { id } }))
}

/** Out of the account of another, back to the own one. The session that is left ends, so nothing may still be under way in it. */
export async function goBack(behindId: number): Promise<void> {
  const entry = await lastRequest<Entry>(LOGIN_AS, { body: { user_id: behindId } }).catch((refusal) => {
    // The page asks for nothing any more. Where it was not led away, it begins anew, still in the account of the other.
    if (session()) location.reload()
    throw refusal
  })
  goOnAs(entry)
}
