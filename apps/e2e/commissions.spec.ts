import { readFile } from 'node:fs/promises'
import { expectAccessible } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'
import { openWithin } from './journey/open-within.ts'
import { untilQuiet } from './journey/quiet.ts'
import { chooseOption, listRows } from './journey/tables.ts'

test('an admin marks a statement paid, once, and adds a rate for a role and a product', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  await admin.goto('/commissions?state=payable&membership=8')

  await test.step('what is marked paid names its payment, and cannot be paid again', async () => {
    const statements = listRows(admin, 'Statements')
    await statements.filter({ hasText: 'Unpaid' }).first().getByRole('checkbox').check()
    await admin.getByRole('button', { name: 'Mark 1 statement paid' }).click()
    const drawer = admin.getByRole('dialog', { name: 'Mark paid' })
    await drawer.getByRole('textbox', { name: 'Reference' }).fill('Transfer 4711')
    await expectAccessible(admin)
    await drawer.getByRole('button', { name: 'Mark 1 statement paid' }).click()
    await expect(admin.getByText('1 statement has been marked paid.')).toBeVisible()
    await expect(drawer).toBeHidden()
    await openWithin(admin, '/commissions?state=paid&membership=8')
    await statements.filter({ hasText: 'Paid' }).first().click()
    const statement = admin.getByRole('dialog', { name: 'Commission statement' })
    await expect(statement.getByText('Transfer 4711')).toBeVisible()
    await expect(statement.getByRole('button', { name: 'Mark paid' })).toBeHidden()
    await expectAccessible(admin)
  })

  await test.step('a new rate is for a role and a product', async () => {
    await openWithin(admin, '/commissions?tab=rates')
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
  })
})

test('a rep downloads a statement with its lines, and sees initials of strangers on the leaderboard', async ({ signedIn }) => {
  const rep = await signedIn('salesrep')
  await rep.goto('/commissions')
  await expect(rep.getByText('Earned and not paid yet')).toBeVisible()
  await expect(rep.getByRole('tab')).toHaveText(['Statements', 'Leaderboard'])

  await test.step('a statement and its files', async () => {
    // Content that loads above would move the row.
    await untilQuiet(rep)
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
  })

  await test.step('people outside the own sales line have initials', async () => {
    await openWithin(rep, '/commissions?tab=leaderboard&period=year')
    const board = listRows(rep, 'Leaderboard')
    await expect(board.filter({ hasText: '(you)' })).toHaveCount(1)
    await expect(board.filter({ hasText: /\p{L}\. \p{L}\./u }).first()).toBeVisible()
    await expectAccessible(rep)
  })
})
