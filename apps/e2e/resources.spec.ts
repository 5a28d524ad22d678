/** Assets Manager. */
import { expectAccessible } from './journey/accessible.ts'
import { expect, type Page, test } from './journey/journey.ts'
import { makePdf } from './journey/pdf-file.ts'
import { chooseOption, chooseRowAction, listRows } from './journey/tables.ts'
import { PICTURE } from './resources/add-asset.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

async function middleOf(handle: ReturnType<Page['getByRole']>) {
  const box = await handle.boundingBox()
  if (!box) throw new Error('The handle is not visible')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('an admin adds an asset with links and files, orders them, changes it and removes it', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const admin = await signedIn('admin')
  const name = rows.uniqueName('Welcome kit')
  const row = () => listRows(admin, 'Assets', name)

  await test.step('a slow list is announced, and its pages have buttons around their number', async () => {
    const list = /\/api\/v1\/assets\/\?/
    const asset = { asset_name: 'Kit', description: 'Text', membership_ids: '', domain: 1, sections: [], assets: [] }
    const held = Promise.withResolvers<void>()
    await admin.route(list, async (route) => {
      await held.promise
      const offset = Number(new URL(route.request().url()).searchParams.get('offset') ?? 0)
      const results = Array.from({ length: offset === 20 ? 3 : 10 }, (_, index) => ({ ...asset, id: 100 - offset - index }))
      return route.fulfill({ json: { count: 23, results } })
    })
    await admin.goto('/assets-manager')
    await expect(admin.getByRole('heading', { name: 'Asset List' })).toBeVisible()
    await expect(admin.getByText('Loading assets...')).toBeAttached()
    held.resolve()
    const pages = admin.getByRole('navigation', { name: 'Pages' })
    const [previous, next] = [pages.getByRole('button', { name: 'Previous' }), pages.getByRole('button', { name: 'Next' })]
    await expect(pages).toContainText('Page 1 of 3')
    await expect(admin.getByText('Loading assets...')).toBeHidden()
    await expect(previous).toBeDisabled()
    await next.click()
    await expect(pages).toContainText('Page 2 of 3')
    await next.click()
    await expect(pages).toContainText('Page 3 of 3')
    await expect(next).toBeDisabled()
    await previous.click()
    await previous.click()
    await expect(pages).toContainText('Page 1 of 3')
    await admin.unroute(list)
  })

  await admin.getByRole('button', { name: 'Add Asset' }).click()
  const form = dialogOf(admin, 'Add Asset')
  await test.step('the form names what is missing', async () => {
    await form.getByRole('button', { name: 'Add Link' }).click()
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
    await form.getByLabel('Description').fill('How to begin.')
    await chooseOption(form.getByRole('combobox', { name: 'Memberships' }), 'HC Staff')
    await form.getByRole('button', { name: 'Add Asset' }).click()
    await expect(form.getByLabel('Link path')).toHaveAccessibleDescription('Enter a link that begins with https://.')
    await form.getByLabel('Link path').fill('https://kit.example/start')
  })

  await test.step('Enter adds a section, a blank one is ignored, and Backspace removes the last one', async () => {
    const field = form.getByRole('combobox', { name: 'Resource sections' })
    const tags = form.locator('.mantine-TagsInput-pill')
    await field.fill('/dashboard')
    await field.press('Enter')
    await field.fill('/lab/{id?}')
    await field.press('Enter')
    await field.fill('   ')
    await field.press('Enter')
    await expect(tags).toHaveText(['/dashboard', '/lab/{id?}'])
    await field.fill('')
    await field.press('Backspace')
    await expect(tags).toHaveText(['/dashboard'])
    await expect(form, 'Enter sends nothing').toBeVisible()
  })

  await test.step('a disguised file is refused with the reason, and a PDF is taken', async () => {
    const input = form.getByLabel('Add a file')
    refusals.expect(422, '/api/v1/assets/process-file/')
    const disguised = Buffer.from('<script>alert(1)</script>')
    await input.setInputFiles({ name: 'guide.pdf', mimeType: 'application/pdf', buffer: disguised })
    await expect(form.getByText(/^This kind of file is not accepted\. Choose a PDF/)).toBeVisible()
    await input.setInputFiles({ name: 'Guide.pdf', mimeType: 'application/pdf', buffer: makePdf(2, 'Guide') })
    await expect(form.getByLabel('File name')).toHaveValue('Guide')
    await input.setInputFiles({ name: 'box.png', mimeType: 'image/png', buffer: PICTURE })
    await expect(form.getByLabel('File name')).toHaveCount(2)
    await expectAccessible(admin)
  })

  await test.step('the order changes by arrows, keys and dragging', async () => {
    const order = form.getByRole('list', { name: 'Order of the links and files' }).getByRole('textbox')
    const names = () => order.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value).filter(Boolean))
    await form.getByRole('button', { name: 'Move Guide up' }).click()
    await expect.poll(names).toEqual(['Guide', 'https://kit.example/start', 'box'])
    await form.getByRole('button', { name: 'Drag box' }).focus()
    // The list measures its rows before it takes the next key, and then announces what happened.
    for (const [key, announced] of [
      ['Space', /box is over place 3 of/],
      ['ArrowUp', /box is over place 2 of/],
      ['Space', /box is dropped at place 2 of/],
    ] as const) {
      await admin.keyboard.press(key)
      await expect(admin.getByRole('status').filter({ hasText: announced })).toHaveCount(1)
    }
    await expect.poll(names).toEqual(['Guide', 'box', 'https://kit.example/start'])
    const [from, to] = [
      await middleOf(form.getByRole('button', { name: 'Drag box' })),
      await middleOf(form.getByRole('button', { name: 'Drag Guide' })),
    ]
    await admin.mouse.move(from.x, from.y)
    await admin.mouse.down()
    await admin.mouse.move(from.x, from.y - 10, { steps: 4 })
    await admin.mouse.move(to.x, to.y - 10, { steps: 8 })
    await admin.mouse.up()
    await expect.poll(names).toEqual(['box', 'Guide', 'https://kit.example/start'])
  })

  await test.step('the list has the new asset, and the same form changes it', async () => {
    await form.getByRole('button', { name: 'Add Asset' }).click()
    await expect(admin.getByText('Asset has been added!')).toBeVisible()
    await expect(form, 'closes automatically').toBeHidden()
    await expect(row()).toContainText(/HC Staff.*\/dashboard.*box.*Guide.*PDF.*0 views.*kit\.example\/start/)
    await chooseRowAction(admin, row(), 'Edit')
    const edit = dialogOf(admin, 'Edit Asset')
    await edit.getByRole('button', { name: 'Remove box' }).click()
    await edit.getByLabel('Link name').fill('Our site')
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByText('Asset has been updated!')).toBeVisible()
    await expect(edit).toBeHidden()
    await expect(row()).toContainText(/Guide.*Our site/)
    await expect(row()).not.toContainText('box')
  })

  await test.step('removing asks with the name', async () => {
    await chooseRowAction(admin, row(), 'Remove')
    const question = dialogOf(admin, 'Remove Asset')
    await expect(question).toContainText(name)
    await question.getByRole('button', { name: 'Close' }).click()
    await expect(row()).toBeVisible()
    await chooseRowAction(admin, row(), 'Remove')
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(row()).toHaveCount(0)
  })
})
