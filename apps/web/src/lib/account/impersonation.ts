/**
 * Enters the account of another user, and returns. Each change loads a fresh page, so that no data of one account stays in
 * memory under the next. The server knows the parent session; the browser keeps only the new token.
 */
import { lastRequest, request, stopRequests } from '#web/lib/api/request.ts'
import { reloadPage } from '#web/lib/browser/load-page.ts'
import { keepPlace, takePlace } from '#web/lib/session/left-place.ts'
import { type Entry, openAccount } from '#web/lib/session/open-account.ts'
import { session } from '#web/lib/session/session.ts'

const LOGIN_AS = 'POST /api/v1/users/login-as-user/'

function continueAs(entry: Entry, path?: string): void {
  stopRequests()
  openAccount(entry, path)
}

/** Enters an account, and keeps the place that is left. The list there, its filters and its page are in the URL. */
function enterFromHere(entry: Entry): void {
  const from = session()?.user.id
  if (from !== undefined) keepPlace(from, location.pathname + location.search)
  continueAs(entry)
}

/** An admin enters the account of a user. If it throws, nothing has changed. */
export async function enterAccount(user_id: number): Promise<void> {
  enterFromHere(await request(LOGIN_AS, { body: { user_id } }))
}

/** A staff user or an admin enters a harvest center. If it throws, nothing has changed. */
export async function enterCenter(id: number): Promise<void> {
  enterFromHere(await request('GET /api/v1/hc-staff/auth-profile/{id}/', { params: { id } }))
}

/** Returns to the user's own account, and to the place that was left. The child session ends, so no request of it may still be running. */
export async function returnToOwnAccount(impersonatorId: number): Promise<void> {
  const entry = await lastRequest(LOGIN_AS, { body: { user_id: impersonatorId } }).catch((refusal) => {
    // After `lastRequest` this page sends no more requests. If it was not redirected, reload it in the same account.
    if (session()) reloadPage()
    throw refusal
  })
  continueAs(entry, takePlace(impersonatorId))
}
