/** The mail that the portal sent, read at /dev/mail. */
import { type APIRequestContext, expect } from '@playwright/test'

/** `subject` selects among the mails to one address. */
function findMailPath(list: string, email: string, subject: string): string | undefined {
  const entries = list.matchAll(/<a href="(\/dev\/mail\/\d+)">([^<]*)<\/a><br><small>to ([^,]*),/g)
  return [...entries].find(([, , title, to]) => to === email && title?.startsWith(subject))?.[1]
}

/** `domain` is the identifier of another domain than the demo's. */
const getIn = (request: APIRequestContext, path: string, domain: string | undefined) =>
  request.get(path, domain === undefined ? {} : { headers: { Domain: domain } })

/** Waits for mail to an email address; returns the URL of the newest. */
async function waitForMail(request: APIRequestContext, email: string, subject: string, domain?: string): Promise<string> {
  let path: string | undefined
  await expect(async () => {
    path = findMailPath(await (await getIn(request, '/dev/mail', domain)).text(), email, subject)
    expect(path, `a mail to ${email}`).toBeDefined()
  }).toPass({ intervals: [100, 200, 300, 500], timeout: 15_000 })
  return path ?? ''
}

/** The token of the set-your-password link that was mailed for a new account. */
export async function passwordToken(request: APIRequestContext, email: string): Promise<string> {
  const mail = await (await request.get(await waitForMail(request, email, 'Your account is ready'))).text()
  const token = /\/set-password#([\w-]+)/.exec(mail)?.[1]
  if (!token) throw new Error(`The mail to ${email} holds no link that sets a password.`)
  return token
}

/** The path of a link in the newest mail to an email address. */
export async function mailedLink(request: APIRequestContext, email: string, subject: string, link: RegExp): Promise<string> {
  const mail = await (await request.get(await waitForMail(request, email, subject))).text()
  const [path] = link.exec(mail) ?? []
  if (!path) throw new Error(`The mail to ${email} has no such link.`)
  return path
}

/** The token of the link that confirms the email of a sign-up. */
export async function verificationToken(request: APIRequestContext, email: string, domain?: string): Promise<string> {
  const mail = await (await getIn(request, await waitForMail(request, email, 'Confirm your email', domain), domain)).text()
  const token = /\/verify-email#([\w-]{43})/.exec(mail)?.[1]
  if (!token) throw new Error(`The mail to ${email} holds no link that confirms the email.`)
  return token
}
