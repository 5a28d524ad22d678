import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTicket, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Coupon } from '@vialdesk/contract/coupons'
import { refusedSearch } from '@vialdesk/contract/primitives'
import { useState } from 'react'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { useListSelection } from '#web/entities/list/use-list-selection.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-call.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { CHOICES_STALE_TIME } from '#web/lib/forms/choices.ts'
import { useFormFromLink } from '#web/lib/url/use-form-from-link.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import { couponColumns } from './coupon.columns.tsx'
import { CouponForm } from './coupon-form.tsx'
import { CouponSelectionBar, MAX_COUPONS } from './coupon-selection-bar.tsx'

/** The edited coupon; `new` for a new one. */
type OpenForm = Coupon | 'new' | undefined

function useProductNames(): Map<number, string> {
  const { data } = useQuery({ ...apiQuery('GET /api/v1/products/list-all-options/'), staleTime: CHOICES_STALE_TIME })
  return new Map(data?.map(({ id, name }) => [id, name]))
}

function useRemoveCoupon() {
  const remove = useAction('DELETE /api/v1/coupon-codes/{id}/', () => 'Coupon has been removed!')
  return async ({ id, name }: Coupon) => {
    const consequence = 'Its code can no longer be used.'
    if (await confirm({ title: `Remove ${name}?`, consequence, verb: 'Remove', danger: true })) remove.mutate({ params: { id } })
  }
}

function CouponDialog({ open, onClose }: { open: OpenForm; onClose: () => void }) {
  const shown = useLatestValue(open)
  const coupon = shown === 'new' ? undefined : shown
  return (
    <FormDialog title={coupon ? 'Edit Coupon' : 'Add Coupon'} opened={open !== undefined} onClose={onClose}>
      <CouponForm coupon={coupon} onClose={onClose} />
    </FormDialog>
  )
}

const coupons = defineList('GET /api/v1/coupon-codes/', {
  name: 'coupons',
  label: 'Coupons',
  pageSize: 10,
  views: 'coupons',
  exports: { rows: ['coupon', 'coupons'] },
  filters: [searchFilter({ label: 'Search coupons', refusalOf: refusedSearch })],
  rowName: ({ name }) => name,
  empty: { icon: IconTicket, hint: 'Add a coupon, and give its code to buyers.' },
})

/** The coupons of the domain. */
export function CouponsScreen() {
  const opened = useList(coupons)
  const { selected, selection, clear, selectAll } = useListSelection(opened, { max: MAX_COUPONS, rows: 'coupons' })
  const [open, setOpen] = useState<OpenForm>()
  useFormFromLink(() => setOpen('new'))
  const products = useProductNames()
  const remove = useRemoveCoupon()
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setOpen('new')}>
      Add Coupon
    </Button>
  )
  return (
    <Screen title="Coupon Manager" lead="Fixed discounts that buyers get for a code at the checkout." actions={add}>
      <ListTable
        of={opened}
        columns={couponColumns(products)}
        onRow={setOpen}
        rowActions={(coupon) => [
          { label: 'Edit', icon: IconPencil, onClick: () => setOpen(coupon) },
          {
            label: coupon.can.remove ? 'Remove' : 'Remove (was used)',
            icon: IconTrash,
            danger: true,
            disabled: !coupon.can.remove,
            onClick: () => void remove(coupon),
          },
        ]}
        selection={selection}
      />
      <CouponSelectionBar coupons={selected} onClear={clear} selectAll={selectAll} />
      <CouponDialog open={open} onClose={() => setOpen(undefined)} />
    </Screen>
  )
}
