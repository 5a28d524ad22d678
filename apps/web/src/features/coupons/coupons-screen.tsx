import { Button, Group } from '@mantine/core'
import { IconPencil, IconTicket, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { refusedSearch } from '@vialdesk/contract/base/primitives'
import { type Coupon, couponStatuses } from '@vialdesk/contract/money/coupons'
import { type ReactNode, useState } from 'react'
import { centerLinks } from '#web/entities/center/center-links.tsx'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { useListSelection } from '#web/entities/list/use-list-selection.tsx'
import { useProductChoices } from '#web/entities/product/product-choices.ts'
import { apiMutation } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-call.ts'
import { useFormFromLink } from '#web/lib/url/use-form-from-link.ts'
import { FormDialogOf } from '#web/ui/dialogs/drawer-of.tsx'
import { showDone } from '#web/ui/dialogs/show-done.tsx'
import { AddButton } from '#web/ui/layout/add-button.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import { ExportChosen } from '#web/ui/table/selection/export-chosen.tsx'
import { SelectionBar } from '#web/ui/table/selection/selection-bar.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { Money } from '#web/ui/text/money.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import { CouponForm } from './coupon-form.tsx'

const usesText = ({ used_number, max_use_number }: Coupon) =>
  max_use_number === 0 ? `${used_number}, no limit` : `${used_number} of ${max_use_number}`

const productNames = ({ product_ids }: Coupon, names: Map<number, string>) =>
  product_ids
    .split(',')
    .filter(Boolean)
    .map((id) => names.get(Number(id)) ?? `#${id}`)
    .join(', ')

const couponColumns = (products: Map<number, string>): Column<Coupon>[] => [
  { key: 'name', sort: 'name', header: 'Name', main: true, cell: ({ name }) => <bdi>{name}</bdi> },
  { key: 'code', sort: 'code', phone: 'line', header: 'Code', noWrap: true, cell: ({ code }) => code },
  {
    key: 'discount',
    sort: '-discount',
    phone: 'labelled',
    header: 'Discount',
    align: 'right',
    cell: ({ discount_amount }) => <Money dollars={discount_amount} />,
  },
  {
    key: 'uses',
    sort: '-used',
    header: 'Used',
    noWrap: true,
    cell: (coupon) => <span className="figures">{usesText(coupon)}</span>,
  },
  { key: 'products', header: 'Products', cell: (coupon) => productNames(coupon, products) || 'Every product' },
  {
    key: 'center',
    header: 'Harvest Center',
    cell: ({ hc_desc }) => (hc_desc.length > 0 ? centerLinks(hc_desc) : 'Every center'),
  },
  {
    key: 'status',
    sort: '-status',
    header: 'Status',
    cell: ({ status }) => (
      <StatusBadge meaning={status === 1 ? 'good' : 'neutral'}>{status === 1 ? 'Active' : 'Inactive'}</StatusBadge>
    ),
  },
]

/** The server changes at most this many coupons in one call. */
const MAX_COUPONS = 100

function useChangeStatus(onDone: () => void) {
  const undo = useAction('POST /api/v1/coupon-codes/undo-status/')
  return useMutation({
    ...apiMutation('POST /api/v1/coupon-codes/status/'),
    onSuccess: ({ message, changed }, { body: { status } }) => {
      onDone()
      void showDone(message, changed.length > 0 ? () => undo.mutate({ body: { ids: changed, status } }) : undefined)
    },
  })
}

interface Props {
  coupons: readonly Coupon[]
  selectAll: ReactNode
  onClear: () => void
}

/** Exports the selected coupons, and makes them active or inactive. */
function CouponSelectionBar({ coupons, selectAll, onClear }: Props) {
  const change = useChangeStatus(onClear)
  const ids = coupons.map(({ id }) => id)
  const has = (status: number) => coupons.some((coupon) => coupon.status === status)
  const set = (status: 0 | 1) => change.mutate({ body: { ids, status } })
  return (
    <SelectionBar
      label="Selected coupons"
      count={ids.length}
      most={{ count: MAX_COUPONS, rows: 'coupons' }}
      selectAll={selectAll}
      onClear={onClear}
    >
      <Group gap="xs">
        <ExportChosen list="GET /api/v1/coupon-codes/" rows={['coupon', 'coupons']} ids={ids} />
        {has(couponStatuses.inactive) && (
          <Button variant="default" loading={change.isPending} onClick={() => set(couponStatuses.active)}>
            Activate
          </Button>
        )}
        {has(couponStatuses.active) && (
          <Button loading={change.isPending} onClick={() => set(couponStatuses.inactive)}>
            Deactivate
          </Button>
        )}
      </Group>
    </SelectionBar>
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
  const [open, setOpen] = useState<Coupon | 'new'>()
  const close = () => setOpen(undefined)
  useFormFromLink(() => setOpen('new'))
  const { choices } = useProductChoices()
  const remove = useAction('DELETE /api/v1/coupon-codes/{id}/', () => 'Coupon has been removed!')
  const add = <AddButton onClick={() => setOpen('new')}>Add Coupon</AddButton>
  return (
    <Screen title="Coupon Manager" lead="Fixed discounts that buyers get for a code at the checkout." actions={add}>
      <ListTable
        of={opened}
        columns={couponColumns(new Map(choices.map(({ id, name }) => [id, name])))}
        onRow={setOpen}
        rowActions={(coupon) => [
          { label: 'Edit', icon: IconPencil, onClick: () => setOpen(coupon) },
          {
            label: coupon.can.remove ? 'Remove' : 'Remove (was used)',
            icon: IconTrash,
            danger: true,
            disabled: !coupon.can.remove,
            asks: { title: `Remove ${coupon.name}?`, consequence: 'Its code can no longer be used.' },
            onClick: () => remove.mutate({ params: { id: coupon.id } }),
          },
        ]}
        selection={selection}
      />
      <CouponSelectionBar coupons={selected} onClear={clear} selectAll={selectAll} />
      <FormDialogOf of={open} onClose={close} title={(shown) => (shown === 'new' ? 'Add Coupon' : 'Edit Coupon')}>
        {(shown) => <CouponForm coupon={shown === 'new' ? undefined : shown} onClose={close} />}
      </FormDialogOf>
    </Screen>
  )
}
