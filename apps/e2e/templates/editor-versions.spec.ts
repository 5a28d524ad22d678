/** Opening and saving in the editor of templates: links, versions, and what prevents a save. */
import { expectAccessible } from '../journey/accessible.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import { makePdf } from '../journey/pdf-file.ts'
import { addTemplate, editorPath } from '../journey/templates.ts'
import { fields, save, type } from './editor-page.ts'

/** Gives the open editor another secret, as the page around its frame does. */
const follow = (page: Page, path: string) =>
  page.evaluate((secret) => {
    location.hash = secret
  }, path.split('#')[1] ?? '')

/** A field of another admin. */
const place = { page: 1, x: 0.1, y: 0.1, width: 0.2, height: 0.03 }
const dateField = { id: 'day', role: 'patient', type: 'date', label: '', required: true, ...place }

test('an admin loses nothing when a link, a PDF or a save fails or another admin saves first, goes back to a version, and replaces the PDF', async ({
  page,
  request,
  rows,
  refusals,
}) => {
  const template = await addTemplate(request, rows, 3)
  const more = async (action: string) => {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  await test.step('a link that is over says how to go on', async () => {
    await page.goto('/template-editor')
    await expect(page.getByRole('heading', { name: 'This link is not complete' })).toBeVisible()
    refusals.expect(410, '/api/v1/template-editor/open/')
    await follow(page, '#no-such-secret')
    await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
    await expect(page.getByText('open the editor again', { exact: false })).toBeVisible()
  })

  await test.step('a slow or failed PDF leaves a clear page', async () => {
    refusals.expect(500, '/api/v1/template-editor/pdf/')
    const failing = Promise.withResolvers<void>()
    await page.route('**/template-editor/pdf/', async (route) => {
      await failing.promise
      await route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong. Nothing was saved.' } })
    })
    await follow(page, await editorPath(rows, template))
    await expect(page.getByText('Loading the pages…')).toBeAttached()
    failing.resolve()
    await expect(page.getByText('The PDF could not be loaded')).toBeVisible()
    await page.unroute('**/template-editor/pdf/')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('application', { name: 'Fields on page 1', exact: true })).toBeVisible()
  })

  await test.step('a field that is not complete is chosen and explained', async () => {
    await type(page, 'Dropdown').click()
    await page.getByRole('textbox', { name: 'Options' }).fill('')
    await expect(fields(page, /not complete$/)).toHaveCount(1)
    await type(page, 'Signature').click()
    await save(page).click()
    await expect(page.getByRole('alert')).toContainText('Nothing was saved. Dropdown for Patient on page 1: Add an option.')
    await expect(page.getByRole('textbox', { name: 'Options' })).toHaveAccessibleDescription(/Add an option\./)
    await page.getByRole('textbox', { name: 'Options' }).fill('Left')
  })

  await test.step('a renewed link keeps what was not saved', async () => {
    // The session ends with the log-in of the admin who opened the editor.
    refusals.expect(410, '/api/v1/template-editor/save/')
    await page.route('**/template-editor/save/', (route) =>
      route.fulfill({ status: 410, json: { code: 'link_expired', message: 'This editor has expired.' } }),
    )
    await save(page).click()
    await expect(page.getByRole('alert')).toContainText('This editor link has expired. Your last changes are not saved.')
    await page.unroute('**/template-editor/save/')
    await follow(page, await editorPath(rows, template))
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(fields(page)).toHaveCount(2)
    await save(page).click()
    await expect(page.getByText('Saved as version 2.')).toBeVisible()
  })

  await test.step('another admin saves first: the second save is refused, and can be based on the first', async () => {
    const session = (await editorPath(rows, template)).split('#')[1] ?? ''
    await rows.call('admin', 'POST', '/api/v1/template-editor/save/', { session, fields: [dateField], based_on: 2 })
    refusals.expect(409, '/api/v1/template-editor/save/')
    await fields(page, /^Dropdown/).focus()
    await expect(fields(page, /^Dropdown/)).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Delete')
    await save(page).click()
    await expect(page.getByRole('alert')).toContainText('Someone else saved a newer version. Your changes are not saved.')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Keep my fields' }).click()
    await expect(page.getByText('Your fields are now based on version 3.', { exact: false })).toBeVisible()
    await save(page).click()
    await expect(page.getByText('Saved as version 4.')).toBeVisible()
    await expect(fields(page)).toHaveCount(1)
  })

  await test.step('an earlier version can be loaded, and the loading undone', async () => {
    await more('Load version 3')
    await expect(page.getByText('The fields of version 3 are loaded.', { exact: false }).first()).toBeVisible()
    await expect(fields(page)).toHaveCount(1)
    await expect(fields(page, /^Date for/)).toHaveCount(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(fields(page, /^Signature/)).toHaveCount(1)
  })

  await test.step('another PDF with fewer pages loses the fields of the others', async () => {
    await fields(page, /^Signature/).click()
    await page.getByRole('button', { name: 'Repeat on all pages' }).click()
    await more('Replace PDF')
    const dialog = page.getByRole('dialog', { name: 'Replace the PDF' })
    await expect(dialog).toContainText('Your changes are saved first.')
    await expectAccessible(page)
    refusals.expect(422, '/api/v1/template-editor/replace-pdf/')
    const choose = (buffer: Buffer) =>
      dialog.getByLabel('New PDF').setInputFiles({ name: 'new.pdf', mimeType: 'application/pdf', buffer })
    await choose(Buffer.from('not a PDF'))
    await expect(dialog.getByRole('alert')).toBeVisible()
    await choose(makePdf(1, 'New agreement'))
    await expect(dialog).toBeHidden()
    const removed = page.getByText('2 fields were removed, because their pages no longer exist.', { exact: false })
    await expect(removed.first()).toBeVisible()
    await expect(page.getByText('Version 6', { exact: true })).toBeVisible()
    await expect(fields(page)).toHaveCount(1)
    await expect(page.getByText('New agreement, page 1')).toBeAttached()
  })

  await more('Send test')
  await expect(page.getByText('A test was sent to admin@demo.example.')).toBeVisible()
})
