/** Filling in sign-up forms. */
import type { APIRequestContext } from '@playwright/test'
import { expect, type Page } from './journey.ts'
import { verificationToken } from './mailbox.ts'
import { makePdf } from './pdf-file.ts'
import type { Rows } from './rows.ts'
import type { Account } from './users.ts'

export interface SignUpPerson extends Account {
  first_name: string
  last_name: string
}

export const newSignUpPerson = (rows: Rows, first_name = 'Ines'): SignUpPerson => ({
  first_name,
  last_name: rows.uniqueName('Moreau'),
  email: rows.email('ines'),
  password: rows.password,
})

export async function fillPerson(page: Page, { first_name, last_name, email, password }: SignUpPerson): Promise<void> {
  await page.getByLabel('First Name').fill(first_name)
  await page.getByLabel('Last Name').fill(last_name)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel(/^Password/).fill(password)
}

export async function fillCenter(page: Page, company: string): Promise<void> {
  await page.getByLabel('Clinic Name').fill(company)
  await page.getByLabel('Phone').fill('+1 555 010 9900')
  await page.getByLabel('Address line 1').fill('5 Quay Street')
  await page.getByLabel('City').fill('Halifax')
  // By key: on a phone, the list may scroll the page from under a pointer while it opens.
  const country = page.getByRole('combobox', { name: 'Country' })
  await country.click()
  await country.fill('Canada')
  await expect(page.getByRole('option', { name: 'Canada' })).toHaveAttribute('data-combobox-selected', 'true')
  await country.press('Enter')
  await page.getByRole('combobox', { name: 'State' }).fill('Nova Scotia')
  await page.getByLabel('Postal Code').fill('B3H 1A1')
}

/** Closes the dialog at the end of a sign-up, which returns to the login. */
export async function closeSignedUpDialog(page: Page, title: string, message: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toContainText(message)
  await dialog.getByRole('button', { name: 'Login Page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Member Login' })).toBeVisible()
}

/** On the page of the link: the password of the sign-up, and the button. */
export async function pressConfirm(page: Page, password: string): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Confirm Email' }).click()
}

/** Confirms the email of a sign-up by its mailed link, without a browser. */
export async function confirmEmail(request: APIRequestContext, { email, password }: Account): Promise<void> {
  const token = await verificationToken(request, email)
  await expect(await request.post('/auth/verify-email/', { data: { token, password } })).toBeOK()
}

/** A harvest center that signed up by the link of a rep, without a browser. Its email is not confirmed. */
export async function signUpCenter(
  request: APIRequestContext,
  rows: Rows,
  rep: number,
): Promise<SignUpPerson & { company: string }> {
  const center = { ...newSignUpPerson(rows), company: rows.uniqueName('Silverbrook Clinic') }
  const address = { address1: '5 Quay Street', city: 'Halifax', state_desc: 'Nova Scotia', country_desc: 'Canada' }
  const data = { ...center, ...address, zip_code: 'B3H 1A1', phone_number: '+1 555 010 9900', saless_rep_id: rep }
  await expect(await request.post('/api/v1/harvest-centers/', { data })).toBeOK()
  return center
}

/** An active template that every new harvest center signs. The text tag is its signature field. */
export async function addRegistrationTemplate(request: APIRequestContext, rows: Rows, title: string): Promise<void> {
  const file = { name: 'agreement.pdf', mimeType: 'application/pdf', buffer: makePdf(1, '{{signature}}') }
  const texts = { title, description: 'For new centers', document_message: 'Please sign.', type: '4' }
  const { token } = await rows.session('admin')
  const answer = await request.post('/domain/file-signs/', {
    headers: { Authorization: `Token ${token}` },
    multipart: { ...texts, is_active: 'true', file },
  })
  await expect(answer, 'the template is added').toBeOK()
  const { domain, id } = await answer.json()
  const status = async () => {
    const path = `/domain/file-signs/status-by-domain/${domain}/type/4/`
    const { data } = await rows.call<{ data: { id: number; status: string }[] }>('admin', 'GET', path)
    return data.find((template) => template.id === id)?.status
  }
  await expect.poll(status, { message: 'the PDF is prepared' }).toBe('Completed')
}
