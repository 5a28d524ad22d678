import { readFile } from 'node:fs/promises'
import { expectAccessible, expectContrast } from './journey/accessible.ts'
import { expect, type Page, test } from './journey/journey.ts'
import { chooseOption, listRows } from './journey/tables.ts'

const phone = { width: 390, height: 844 }

const openTab = (page: Page, name: string) => page.getByRole('tab', { name }).click()

test('an admin marks statements paid, and they cannot be paid again', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  await admin.goto('/commissions?state=payable&membership=8')
  const rows = listRows(admin, 'Statements')
  const payable = rows.filter({ hasText: 'Unpaid' })
  await expect(payable.first()).toBeVisible()
  await expectAccessible(admin)
  await payable.first().getByRole('checkbox').check()
  await admin.getByRole('button', { name: 'Mark 1 statement paid' }).click()
  const drawer = admin.getByRole('dialog', { name: 'Mark paid' })
  await drawer.getByRole('textbox', { name: 'Reference' }).fill('Transfer 4711')
  await expectAccessible(admin)
  await drawer.getByRole('button', { name: 'Mark 1 statement paid' }).click()
  await expect(drawer.page().getByText('1 statement has been marked paid.')).toBeVisible()
  await expect(drawer).toBeHidden()
  await admin.goto('/commissions?state=paid&membership=8')
  await rows.first().click()
  const statement = admin.getByRole('dialog', { name: 'Commission statement' })
  await expect(statement.getByText('Transfer 4711')).toBeVisible()
  await expect(statement.getByRole('button', { name: 'Mark paid' })).toBeHidden()
  await expectAccessible(admin)
})

test('a rep sees the own statements with their lines, and downloads them', async ({ signedIn }) => {
  const rep = await signedIn('salesrep')
  await rep.goto('/commissions')
  await expect(rep.getByText('Earned and not paid yet')).toBeVisible()
  await expect(rep.getByRole('tab')).toHaveText(['Statements', 'Leaderboard'])
  await listRows(rep, 'Statements').first().click()
  const statement = rep.getByRole('dialog', { name: 'Commission statement' })
  await expect(listRows(rep, 'Lines').first()).toBeVisible()
  for (const [button, name, start] of [
    ['PDF', /^commissions_\d{4}-\d\d\.pdf$/, '%PDF-'],
    ['CSV', /^commissions_\d{4}-\d\d\.csv$/, '\uFEFF"Entry",'],
  ] as const) {
    const coming = rep.waitForEvent('download')
    await statement.getByRole('button', { name: button }).click()
    const file = await coming
    expect(file.suggestedFilename()).toMatch(name)
    expect((await readFile(await file.path(), 'utf8')).startsWith(start)).toBe(true)
  }
  await rep.setViewportSize(phone)
  await expectAccessible(rep)
  await rep.emulateMedia({ colorScheme: 'dark' })
  await expectContrast(rep, 'dark')
})

test('the leaderboard shows initials of people outside the own sales line', async ({ signedIn }) => {
  const rep = await signedIn('salesrep')
  await rep.goto('/commissions?tab=leaderboard&period=year')
  const board = listRows(rep, 'Leaderboard')
  await expect(board.filter({ hasText: '(you)' })).toHaveCount(1)
  await expect(board.filter({ hasText: /\p{L}\. \p{L}\./u }).first()).toBeVisible()
  await expectAccessible(rep)
  await rep.setViewportSize(phone)
  await expectAccessible(rep)
})

test('an admin adds a rate for a role and a product', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  await admin.goto('/commissions')
  await openTab(admin, 'Rates')
  await expect(listRows(admin, 'Rates').first()).toBeVisible()
  await expectAccessible(admin)
  await admin.getByRole('button', { name: 'Add rate' }).click()
  const drawer = admin.getByRole('dialog', { name: 'Add rate' })
  await drawer.getByRole('radio', { name: 'Sales manager' }).check()
  await chooseOption(drawer.getByRole('combobox', { name: 'Product' }), 'Banner')
  await drawer.getByRole('button', { name: 'Add rate' }).click()
  await expect(drawer.getByText('Enter a percentage or an amount.').first()).toBeVisible()
  await drawer.getByText('Amount for each sale').click()
  await drawer.getByRole('textbox', { name: 'Amount' }).pressSequentially('12.05')
  await expectAccessible(admin)
  await drawer.getByRole('button', { name: 'Add rate' }).click()
  await expect(drawer).toBeHidden()
  const added = listRows(admin, 'Rates').filter({ hasText: 'Banner' }).first()
  await expect(added).toContainText('All sales managers')
  await expect(added).toContainText('$12.05 a sale')
  await admin.setViewportSize(phone)
  await expectAccessible(admin)
})
