/** Saving in the editor of templates: versions, and what prevents a save. */
import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'
import { makePdf } from '../journey/pdf-file.ts'
import { addTemplate, editorPath, openEditor } from '../journey/templates.ts'
import { fields, save, type } from './editor-page.ts'

test('what cannot be loaded or saved says so, and nothing that was placed is lost', async ({ page, request, rows, refusals }) => {
  const template = await addTemplate(request, rows, 1)

  await test.step('a slow or failed PDF leaves a clear page', async () => {
    const path = await editorPath(rows, template)
    refusals.expect(500, '/api/v1/template-editor/pdf/')
    const failing = Promise.withResolvers<void>()
    await page.route('**/template-editor/pdf/', async (route) => {
      await failing.promise
      await route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong. Nothing was saved.' } })
    })
    await page.goto(path)
    await expect(page.getByText('Loading the pages…')).toBeAttached()
    failing.resolve()
    await expect(page.getByText('The PDF could not be loaded')).toBeVisible()
    await page.unroute('**/template-editor/pdf/')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('application', { name: 'Fields on page 1' })).toBeVisible()
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
    const { hash } = new URL(await editorPath(rows, template), 'http://localhost')
    await page.evaluate((secret) => {
      location.hash = secret
    }, hash)
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(fields(page)).toHaveCount(2)
    await save(page).click()
    await expect(page.getByText('Saved as version 2.')).toBeVisible()
  })

  await test.step('a link that is over says how to go on', async () => {
    refusals.expect(410, '/api/v1/template-editor/open/')
    await page.goto('/template-editor?again=1')
    await expect(page.getByRole('heading', { name: 'This link is not complete' })).toBeVisible()
    await page.goto('/template-editor?again=2#no-such-secret')
    await expect(page.getByRole('heading', { name: 'This link has expired' })).toBeVisible()
    await expect(page.getByText('open the editor again', { exact: false })).toBeVisible()
  })
})

test('two admins edit one template: the second keeps the own fields, goes back to a version, and replaces the PDF', async ({
  guest,
  request,
  rows,
  refusals,
}) => {
  const template = await addTemplate(request, rows, 3)
  const [page, other] = [await guest(), await guest()]
  await openEditor(page, await editorPath(rows, template))
  await openEditor(other, await editorPath(rows, template))
  const more = async (action: string) => {
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  await test.step('of two saves the second is refused, and can be based on the first', async () => {
    await type(other, 'Date').click()
    await save(other).click()
    await expect(other.getByText('Saved as version 2.')).toBeVisible()
    refusals.expect(409, '/api/v1/template-editor/save/')
    await type(page, 'Signature').click()
    await save(page).click()
    await expect(page.getByRole('alert')).toContainText('Someone else saved a newer version. Your changes are not saved.')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Keep my fields' }).click()
    await expect(page.getByText('Your fields are now based on version 2.', { exact: false })).toBeVisible()
    await save(page).click()
    await expect(page.getByText('Saved as version 3.')).toBeVisible()
    await expect(fields(page)).toHaveCount(1)
  })

  await test.step('an earlier version can be loaded, and the loading undone', async () => {
    await more('Load version 2')
    await expect(page.getByText('The fields of version 2 are loaded.', { exact: false }).first()).toBeVisible()
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
    await expect(page.getByText('Version 5', { exact: true })).toBeVisible()
    await expect(fields(page)).toHaveCount(1)
    await expect(page.getByText('New agreement, page 1')).toBeAttached()
  })

  await more('Send test')
  await expect(page.getByText('A test was sent to admin@demo.example.')).toBeVisible()
})
