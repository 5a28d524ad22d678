/** Invitations for one person, and emails that are confirmed by a mailed link. */
import { expectAccessible } from '../journey/accessible.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import { verificationToken } from '../journey/mailbox.ts'
import type { Rows } from '../journey/rows.ts'
import { closeSignedUpDialog, confirmEmail, fillPerson, newSignUpPerson, pressConfirm } from '../journey/sign-ups.ts'
import { chooseRowAction, listRows } from '../journey/tables.ts'
import type { Account } from '../journey/users.ts'

const SIGNED_UP = 'Your account has been created. Open the link in the email that we sent you'

interface Parts {
  signedIn: (who: Account) => Promise<Page>
  guest: () => Promise<Page>
  rows: Rows
}

/** A newcomer opens the staff link of a new center. `desk` is the center's screen. */
async function openStaffLink({ signedIn, guest, rows }: Parts) {
  const [center, newcomer] = [await rows.center(), newSignUpPerson(rows)]
  const desk = await signedIn(center)
  await desk.goto('/staff-view')
  const link = await desk.getByRole('textbox', { name: 'Staff sign-up' }).inputValue()
  const page = await guest()
  await page.goto(link)
  return { center, newcomer, desk, link, page }
}

test('staff signs up once by the link of its center, and is listed there when the email is confirmed', async ({
  signedIn,
  guest,
  rows,
  refusals,
}) => {
  const { center, newcomer, desk, link, page } = await openStaffLink({ signedIn, guest, rows })
  await expect(page.getByText(`You were invited by ${center.company}.`)).toBeVisible()
  await fillPerson(page, newcomer)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await closeSignedUpDialog(page, 'HC Staff Registration', SIGNED_UP)
  await desk.reload()
  await expect(listRows(desk, 'Waiting for confirmation', newcomer.last_name)).toBeVisible()
  await expectAccessible(desk)
  await confirmEmail(page, newcomer)
  await desk.reload()
  await expect(listRows(desk, 'Your staff', newcomer.last_name)).toContainText(`by ${center.company}`)
  await expect(desk.getByRole('heading', { name: 'Waiting for confirmation' })).toHaveCount(0)

  const second = await guest()
  refusals.expect(410, '/api/v1/hc-staff/')
  await second.goto(link)
  await expect(second.getByText('This link was already used. Ask the harvest center for a new one.')).toBeVisible()
})

test('a center refuses a person who signed up with its link, before the email is confirmed', async ({
  signedIn,
  guest,
  rows,
  refusals,
}) => {
  const { newcomer, desk, page } = await openStaffLink({ signedIn, guest, rows })
  await fillPerson(page, newcomer)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await closeSignedUpDialog(page, 'HC Staff Registration', SIGNED_UP)
  const token = await verificationToken(page.request, newcomer.email)
  await desk.reload()
  await chooseRowAction(desk, listRows(desk, 'Waiting for confirmation', newcomer.last_name), 'Refuse')
  await desk.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click()
  await expect(desk.getByText('The sign-up has been refused.')).toBeVisible()
  refusals.expect(410, '/auth/verify-email/')
  await page.goto(`/verify-email#${token}`)
  await pressConfirm(page, newcomer.password)
  await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.')
})

test('the login of an unconfirmed sign-up offers to send the link again; the link works once', async ({
  page,
  rows,
  refusals,
}) => {
  const newcomer = newSignUpPerson(rows)
  await page.goto('/sales-rep-registration')
  await fillPerson(page, newcomer)
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await closeSignedUpDialog(page, 'Sales Rep Registration', SIGNED_UP)
  refusals.expect(401, '/auth/login/')
  await page.getByRole('textbox', { name: 'Login' }).fill(newcomer.email)
  await page.getByLabel('Password', { exact: true }).fill(newcomer.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('alert')).toContainText('Your email is not confirmed yet.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send the link again' }).click()
  await expect(page.getByText(`We have sent the link to ${newcomer.email} again.`)).toBeVisible()
  const token = await verificationToken(page.request, newcomer.email)
  await page.goto(`/verify-email#${token}`)
  await expect(page, 'the secret leaves the address bar').toHaveURL('/verify-email')
  await expectAccessible(page)
  refusals.expect(422, '/auth/verify-email/')
  await pressConfirm(page, 'the password of another form')
  await expect(page.getByText('This is not the password that was chosen in this sign-up.').first()).toBeVisible()
  await pressConfirm(page, newcomer.password)
  await expect(page.getByRole('main').getByRole('status')).toContainText('Your email is confirmed.')
  refusals.expect(410, '/auth/verify-email/')
  await page.reload()
  await pressConfirm(page, newcomer.password)
  await expect(page.getByRole('alert')).toContainText('If you have confirmed your email before, log in.')
})
