import { expectAccessible } from '../journey/accessible.ts'
import { expect, logIn, submitLogin, test } from '../journey/journey.ts'
import { verificationToken } from '../journey/mailbox.ts'
import { openDomain } from '../journey/second-domain.ts'
import { signInFrame } from '../journey/sign-in-frame.ts'
import {
  addRegistrationTemplate,
  closeSignedUpDialog,
  confirmEmail,
  fillCenter,
  fillPerson,
  newSignUpPerson,
} from '../journey/sign-ups.ts'
import { listRows } from '../journey/tables.ts'

const AGREEMENT = 'Center Agreement'

test('a harvest center signs the document of its sign-up first, and the admin finds it', async ({
  openPage,
  request,
  rows,
  baseURL,
}) => {
  const identifier = `clinics-${rows.key}`
  const host = `${identifier}.localhost`
  const admin = { email: `head@${identifier}.example`, password: rows.password }
  const call = await openDomain(request, { identifier, name: 'Harbor Cells', host, admin: admin.email }, admin.password)
  await addRegistrationTemplate(call, AGREEMENT)
  const rep = await call<{ id: number }>('POST', '/api/v1/users/', {
    data: { first_name: 'Lena', last_name: 'Fischer', email: `lena@${identifier}.example`, subscription: 3 },
  })
  const [newcomer, company] = [newSignUpPerson(rows), rows.uniqueName('Clinic')]
  const open = () => openPage({ baseURL: `http://${host}:${new URL(baseURL ?? '').port}` })
  const page = await open()

  await test.step('the form comes first, then the document', async () => {
    await page.goto(`/harvest-center-registration?srid=${rep.id}`)
    await fillPerson(page, newcomer)
    await fillCenter(page, company)
    await page.getByRole('button', { name: 'Next: Documents to Sign (1)' }).click()
    await expect(page.getByText('Documents to Sign 1/1')).toBeVisible()
    await expect(page.getByRole('heading', { name: AGREEMENT })).toBeVisible()
  })

  await test.step('the form can be sent only after the signature', async () => {
    const submit = page.getByRole('button', { name: 'Submit' })
    await expect(page.frameLocator('iframe[title="Sign the document"]').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(submit).toHaveCount(0)
    await signInFrame(page)
    await expect(page.getByText('This document is signed.')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('with another name, the document is signed again', async () => {
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByLabel('Last name').fill(`${newcomer.last_name} Berg`)
    await page.getByRole('button', { name: 'Next: Documents to Sign (1)' }).click()
    await expect(page.getByText('You signed this document with another name or email. Please sign it again.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0)
    await expectAccessible(page)
    await signInFrame(page)
    await expect(page.getByText('This document is signed.')).toBeVisible()
    await page.getByRole('button', { name: 'Submit' }).click()
    await closeSignedUpDialog(page, 'Harvest Center Registration', 'Your account has been created.')
    await confirmEmail(page, newcomer, await verificationToken(request, newcomer.email, identifier))
    await submitLogin(page, newcomer)
  })

  await test.step('the admin opens the signed document among those of centers', async () => {
    const desk = await open()
    await logIn(desk, admin)
    await desk.goto('/documents/harvest-centers')
    const row = listRows(desk, 'Documents of harvest centers', company)
    const opening = row.getByRole('button', { name: `Open PDF: ${AGREEMENT}` })
    await expect(async () => {
      await desk.reload()
      await expect(opening, 'the document is sealed in the background').toBeVisible({ timeout: 2000 })
    }).toPass()
    const [answer] = await Promise.all([
      desk.waitForResponse((response) => response.url().includes('/pdf-link/')),
      opening.click(),
    ])
    const { link } = await answer.json()
    const file = await request.get(link, { headers: { Domain: identifier } })
    expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
  })
})
