/** The audit: an admin finds out who did or saw what, saves it and verifies its chain. */
import { readFile } from 'node:fs/promises'
import { expectAccessible } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'
import { openWithin } from './journey/open-within.ts'
import { untilQuiet } from './journey/quiet.ts'
import { chooseRowAction, listRows, openFilters } from './journey/tables.ts'

test('an admin finds who changed and who saw a patient, saves the rows, leafs back in time and verifies the chain', async ({
  signedIn,
  rows,
}) => {
  // The demo's patient has a namesake.
  const { user: namesake } = await rows.session('patient')
  const find = '/api/v1/users/patient/list/?limit=2&search=Hawthorne'
  const { results } = await rows.call<{ results: { id: number; first_name: string }[] }>('admin', 'GET', find)
  const patient = results.find((each) => each.id !== namesake.id)
  const name = `${patient?.first_name} Hawthorne`
  await rows.call('admin', 'PATCH', `/api/v1/users/${patient?.id}/`, { city: 'Lund' })
  const admin = await signedIn('admin')
  const shown = (text?: string) => listRows(admin, 'Audit', text)

  await test.step('what happened to the patient', async () => {
    await admin.goto(`/audit?about_id=${patient?.id}`)
    await expect(admin.getByRole('heading', { name: 'Audit' })).toBeVisible()
    await expect(admin.getByText(`About: ${name}`)).toBeVisible()
    await expect(shown('Account changed').first()).toContainText(/Miriam Thackeray/)
  })

  await test.step('a filter by the event is a chip, and part of the URL', async () => {
    const filters = await openFilters(admin)
    await filters.getByRole('combobox', { name: 'What' }).click()
    await filters.getByRole('combobox', { name: 'What' }).fill('Account ch')
    await admin.getByRole('option', { name: 'Account changed' }).click()
    await admin.keyboard.press('Escape')
    await expect(admin).toHaveURL(/type=account\.changed/)
    await expect(shown()).toHaveCount(1)
  })

  await test.step('the row opens with the values before and after', async () => {
    await shown('Account changed').getByText('Account changed', { exact: true }).click()
    const details = admin.getByRole('dialog', { name: 'Account changed' })
    await expect(listRows(admin, 'Values', 'city')).toContainText(/Cedar Junction.*Lund/)
    await expectAccessible(admin)
    await details.getByRole('button', { name: 'Close' }).click()
    await expect(details).toBeHidden()
  })

  await test.step('the file has the rows of the filter', async () => {
    const saved = admin.waitForEvent('download')
    await admin.getByRole('button', { name: 'Export CSV' }).click()
    const file = await readFile(await (await saved).path(), 'utf8')
    expect(file).toMatch(/"account\.changed","Account changed",.*Lund/)
    expect(file.trim().split('\r\n')).toHaveLength(2)
  })

  await test.step('the reader is in the audit, too', async () => {
    await openWithin(admin, `/audit?about_id=${patient?.id}&type=audit.viewed`)
    await expect(shown().first()).toContainText(/Viewed the audit of a user.*Miriam Thackeray/)
  })

  await test.step('everything by one user is one choice away', async () => {
    await chooseRowAction(admin, shown().first(), 'All by Miriam Thackeray')
    await expect(admin.getByText('Who: Miriam Thackeray')).toBeVisible()
    await admin.getByRole('button', { name: /Clear/ }).first().click()
    await expect(admin).toHaveURL(/\/audit$/)
  })

  await test.step('the timeline of the patient leads to those who saw it in a list', async () => {
    await openWithin(admin, `/dashboard?user=${patient?.id}&tab=timeline`)
    await admin.getByRole('link', { name: 'Who saw this patient' }).click()
    await expect(admin).toHaveURL(new RegExp(`seen_patient_id=${patient?.id}`))
    await expect(admin.getByText(`Who saw: ${name}`)).toBeVisible()
    const listed = shown('Listed patients').first()
    await expect(listed).toContainText('Miriam Thackeray')
    await listed.getByText('Listed patients', { exact: true }).click()
    await expect(listRows(admin, 'Values', 'patient_ids')).toContainText(String(namesake.id))
    await admin.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect(admin.getByRole('dialog')).toBeHidden()
  })

  const pages = admin.getByRole('navigation', { name: 'Pages' })
  /** Leafs to a page, waits until it is shown, and returns the ids of its rows. Texts of rows repeat. */
  const leaf = async (name: string): Promise<number[]> => {
    const coming = admin.waitForResponse(/\/api\/v1\/audit\/\?/)
    const [answer] = await Promise.all([coming, pages.getByRole('button', { name }).click()])
    const { results }: { results: { id: number }[] } = await answer.json()
    await expect(admin.getByRole('button', { name: new RegExp(`row ${results[0]?.id}$`) })).toBeVisible()
    return results.map(({ id }) => id)
  }

  await test.step('pages lead back in time and forth again', async () => {
    await openWithin(admin, '/audit')
    await untilQuiet(admin)
    const second = await leaf('Older')
    await expect(admin).toHaveURL(/before=\d+/)
    const third = await leaf('Older')
    expect(third[0]).toBeLessThan(second.at(-1) ?? 0)
    expect(await leaf('Newer')).toEqual(second)
    await expect(admin).toHaveURL(/after=\d+/)
    await pages.getByRole('button', { name: 'Newest' }).click()
    await expect(admin).toHaveURL(/\/audit$/)
    await expect(pages.getByRole('button', { name: 'Newest' })).toBeDisabled()
  })

  await test.step('the verification shows the state of the chain', async () => {
    await admin.getByRole('button', { name: 'Verify' }).click()
    await expect(admin.getByText('The chain is unbroken')).toBeVisible()
    await expect(admin.getByRole('textbox', { name: /^Hash of row \d/ })).toHaveValue(/^[0-9a-f]{64}$/)
  })

  await test.step('a broken chain is an alert', async () => {
    const kept = { kept_heads: 2, newest_kept: '2026-03-04' }
    const problem = { id: 3, reason: 'the row was changed' }
    const wrong_heads = [{ day: '2026-03-03', reason: 'row 2 was another one' }]
    const chain = { rows: 5, head: '', head_id: null, problem, wrong_heads, ...kept, verified_at: '2026-03-04T15:20:00Z' }
    await admin.route('**/api/v1/audit/verify/', (route) => route.fulfill({ json: chain }))
    await admin.getByRole('button', { name: 'Verify' }).click()
    await expect(admin.getByRole('alert')).toContainText(
      /The chain is broken.*Row 3: the row was changed.*last rows of 2 days.*row 2 was another one/,
    )
    await expectAccessible(admin)
  })
})
