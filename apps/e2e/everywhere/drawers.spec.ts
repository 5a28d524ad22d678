/** The rows of a list and the drawer over it: the clicks that open a row, and the steps to the next rows. */
import { expectAccessible } from '../journey/accessible.ts'
import { holdAnswers } from '../journey/hold-answers.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { untilQuiet } from '../journey/quiet.ts'
import { listRows } from '../journey/tables.ts'

const step = (page: Page, name: 'Previous' | 'Next') => page.getByRole('dialog').getByRole('button', { name, exact: true })

test('an admin opens rows, steps through patients from page to page, and through events without numbers', async ({
  signedIn,
  rows,
}) => {
  const admin = await signedIn('admin')

  await test.step('links, buttons and selected text of a row do not open it', async () => {
    await admin.goto('/fedex-requests')
    const row = listRows(admin, 'Label requests')
      .filter({ has: admin.getByRole('button', { name: 'View label' }) })
      .first()
    const drawer = admin.getByRole('dialog', { name: /^Label for/ })
    await expect(row).toBeVisible()
    await untilQuiet(admin)

    // The carrier's page is not part of the journey.
    const elsewhere = /^(?!http:\/\/localhost)/
    await admin.context().route(elsewhere, (route) => route.fulfill({ body: 'Parcel' }))
    const opening = admin.context().waitForEvent('page')
    await row.getByRole('link', { name: /\d{6,}/ }).click()
    await (await opening).close()
    await admin.context().unroute(elsewhere)
    await untilQuiet(admin)
    await expect(admin).toHaveURL('/fedex-requests')
    await expect(drawer).toBeHidden()

    // Again, should a request of another journey have moved the row in between. It may also have moved out of sight.
    await expect(async () => {
      const doctor = row.getByText('Dr. Elias Brandt')
      await doctor.scrollIntoViewIfNeeded()
      const place = await doctor.boundingBox()
      if (!place) throw new Error('The name of the doctor is not visible')
      // Within the first line: between two lines nothing would be selected.
      const line = place.y + 10
      await admin.mouse.move(place.x + 2, line)
      await admin.mouse.down()
      await admin.mouse.move(place.x + 60, line, { steps: 4 })
      await admin.mouse.up()
      expect(await admin.evaluate(() => String(getSelection()))).not.toBe('')
    }).toPass()
    await untilQuiet(admin)
    await expect(drawer).toBeHidden()

    await row.getByRole('cell').nth(2).click()
    await expect(drawer).toBeVisible()
  })

  await test.step('a drawer turns the page of its list and keeps the focus, and stays closed once it is closed', async () => {
    const [third, second, first] = [await rows.patient(), await rows.patient(), await rows.patient()]
    const drawer = admin.getByRole('dialog')
    const open = (name: string) => listRows(admin, 'Patients', name).getByRole('link').first().click()
    await openWithin(admin, `/all-patients?search=${rows.key}&limit=1&offset=1`)
    await open(second.last_name)
    await expect(drawer).toContainText(second.last_name)
    const releaseFirst = await holdAnswers(admin, /\/api\/v1\/users\/.*[?&]offset=0(&|$)/)
    await expect(step(admin, 'Previous')).toBeEnabled()
    await admin.keyboard.press('k')
    await expect(step(admin, 'Previous')).toBeDisabled()
    await admin.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    releaseFirst()
    await untilQuiet(admin)
    await expect(listRows(admin, 'Patients')).toContainText(first.last_name)
    await untilQuiet(admin)
    await expect(drawer).toBeHidden()

    await open(first.last_name)
    await expect(drawer).toContainText(first.last_name)
    await expect(step(admin, 'Previous')).toBeDisabled()
    await step(admin, 'Next').click()
    await expect(drawer).toContainText(second.last_name)
    await untilQuiet(admin)
    const releaseLast = await holdAnswers(admin, /[?&]offset=2(&|$)/)
    await step(admin, 'Next').focus()
    await admin.keyboard.press('Enter')
    await expect(step(admin, 'Next')).toBeDisabled()
    await expect(step(admin, 'Next')).toBeFocused()
    releaseLast()
    await untilQuiet(admin)
    await expect(drawer).toContainText(third.last_name)
    await expect(step(admin, 'Next'), 'the end of the list').toBeDisabled()
    await expect(step(admin, 'Next')).toBeFocused()
    await expectAccessible(admin)
  })

  await test.step('a drawer does not turn the pages of a list that has no numbers', async () => {
    await openWithin(admin, '/audit?limit=2')
    const events = listRows(admin, 'Audit')
    await expect(events).toHaveCount(2)
    await untilQuiet(admin)
    await admin.getByRole('button', { name: 'Older' }).click()
    await expect(admin).toHaveURL(/before=/)
    await untilQuiet(admin)
    await events.last().getByRole('rowheader').getByRole('button').click()
    await expect(step(admin, 'Next')).toBeDisabled()
    await expect(step(admin, 'Previous')).toBeEnabled()
    await admin.keyboard.press('j')
    await admin.keyboard.press('k')
    await expect(step(admin, 'Previous')).toBeDisabled()
    await expect(step(admin, 'Next')).toBeEnabled()
    await expect(admin).toHaveURL(/before=/)
  })
})
