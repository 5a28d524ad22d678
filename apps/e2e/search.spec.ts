import type { Page } from '@playwright/test'
import { expectAccessible } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'
import { openWithin } from './journey/open-within.ts'
import { untilQuiet } from './journey/quiet.ts'
import { listRows } from './journey/tables.ts'

/** Opens the search with its key, types the text, and answers the list of results. */
async function find(page: Page, text: string) {
  await expect(page.getByRole('button', { name: 'Find…' })).toBeVisible()
  await untilQuiet(page)
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Find' }).fill(text)
  return page.getByRole('listbox', { name: 'Results' })
}

test('an admin finds a patient by phone number or number, starts actions, and looks up the keys of the portal', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const admin = await signedIn('admin')
  const patient = await rows.patient()

  await test.step('an admin finds a patient by phone number, and opens the page with the keyboard', async () => {
    const phone = `+1 555 ${String(patient.id).padStart(3, '0').slice(-3)} ${String(7000 + (patient.id % 1000))}`
    await rows.call('admin', 'PATCH', `/api/v1/users/${patient.id}/`, { phone_number: phone })
    await admin.goto('/dashboard')
    const results = await find(admin, `(${phone.slice(3, 6)}) ${phone.slice(7, 10)}-${phone.slice(11)}`)
    const line = results.getByRole('option', { name: patient.last_name })
    await expect(line).toContainText(`Patient ${patient.id}`)
    await expect(line).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(admin)
    await admin.keyboard.press('Enter')
    await expect(admin).toHaveURL(`/users/${patient.id}`)
    await expect(admin.getByRole('heading', { level: 1 })).toBeFocused()

    // The patient is the first recent thing, without a request.
    await untilQuiet(admin)
    await admin.keyboard.press('ControlOrMeta+k')
    await expect(admin.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toContainText(patient.last_name)
    await admin.keyboard.press('Escape')
    await expect(admin.getByRole('combobox', { name: 'Find' })).toBeHidden()
    const stored = await admin.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
    expect(stored, 'names are not kept in the browser').not.toContain(patient.last_name)
  })

  await test.step('an action opens the form of its screen', async () => {
    await find(admin, 'add pat')
    await admin.keyboard.press('Enter')
    await expect(admin.getByRole('dialog', { name: 'Add Patient' })).toBeVisible()
    await admin.keyboard.press('Escape')
    await expect(admin.getByRole('dialog')).toBeHidden()
    const results = await find(admin, 'add coup')
    await results.getByRole('option', { name: 'Add coupon' }).click()
    await expect(admin.getByRole('dialog')).toBeVisible()
    await expect(admin).toHaveURL('/coupon-manager')
    await admin.keyboard.press('Escape')
  })

  await test.step('a number in a list searches at once, and finds the patient with this number', async () => {
    await openWithin(admin, '/all-patients')
    await admin.getByRole('searchbox', { name: /^Search/ }).fill(`#${patient.id}`)
    await expect(admin).toHaveURL(new RegExp(`search=%23${patient.id}`))
    await expect(admin.getByRole('group', { name: 'Active filters' })).toContainText(`Search: #${patient.id}`)
    await expect(listRows(admin, 'Patients')).toHaveText([new RegExp(patient.last_name)])
  })

  await test.step('choosing the open screen keeps the focus, and no line is there twice', async () => {
    await openWithin(admin, '/all-patients')
    await untilQuiet(admin)
    const opener = admin.getByRole('button', { name: 'Find…' })
    await opener.focus()
    await (await find(admin, 'patients'))
      .getByRole('option', { name: /^Patients/ })
      .first()
      .click()
    await expect(admin.getByRole('combobox', { name: 'Find' })).toBeHidden()
    await expect(opener).toBeFocused()
    const lines = (await find(admin, '')).getByRole('option')
    await expect(lines.first()).toBeVisible()
    const ids = await lines.evaluateAll((all) => all.map(({ id }) => id))
    expect(ids).toEqual([...new Set(ids)])
    await expect(admin.getByRole('listbox', { name: 'Results' }).getByRole('option', { selected: true })).toHaveCount(1)
    await admin.keyboard.press('Escape')
  })

  await test.step('a failed search says so and is tried again, with the screens still there', async () => {
    refusals.expect(503, '/api/v1/search/')
    await admin.route('**/api/v1/search/**', (route) => route.fulfill({ status: 503, json: { message: 'Busy' } }), { times: 1 })
    const results = await find(admin, 'vials')
    await expect(admin.getByRole('alert')).toContainText('The search failed.')
    await expect(results.getByRole('option', { name: /^Vials/ }).first()).toBeVisible()
    await admin.getByRole('button', { name: 'Try again' }).click()
    await expect(admin.getByRole('alert')).toHaveCount(0)
  })

  await test.step('the keys of the portal are shown from the menu and by a key, but not while typing', async () => {
    await admin.keyboard.press('Escape')
    await expect(admin.getByRole('combobox', { name: 'Find' })).toBeHidden()
    await admin.keyboard.press('?')
    const keys = admin.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expect(keys).toContainText('Search the list')
    await expectAccessible(admin)
    await admin.keyboard.press('Escape')
    await expect(keys).toBeHidden()
    await find(admin, '')
    await admin.keyboard.type('?')
    await expect(admin.getByRole('combobox', { name: 'Find' })).toHaveValue('?')
    await expect(keys).toBeHidden()
    await admin.keyboard.press('Escape')
    await admin.getByRole('button', { name: /^Account of/ }).click()
    await admin.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
    await expect(keys).toBeVisible()
    await admin.keyboard.press('Escape')
    await expect(keys).toBeHidden()
  })

  await test.step('the search has a button to close it on a phone', async () => {
    await admin.setViewportSize({ width: 390, height: 844 })
    await admin.getByRole('button', { name: 'Find' }).click()
    await expectAccessible(admin)
    await admin.getByRole('dialog', { name: 'Find' }).getByRole('button', { name: 'Close' }).click()
    await expect(admin.getByRole('combobox', { name: 'Find' })).toBeHidden()
  })
})
