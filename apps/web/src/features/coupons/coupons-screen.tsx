import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTicket, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Coupon } from '@vialdesk/contract/coupons'
import { refusedSearch } from '@vialdesk/contract/primitives'
import { useState } from 'react'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { CHOICES_STALE_TIME } from '#web/lib/forms/choices.ts'
import { useFormFromLink } from '#web/lib/url/use-form-from-link.ts'
import { type ListPage, searchFilter, useListPage } from '#web/lib/url/use-list-page.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { SearchInput } from '#web/ui/table/filters/search-input.tsx'
import { SelectAll } from '#web/ui/table/selection/select-all.tsx'
import { useSelection } from '#web/ui/table/selection/use-selection.ts'
import type { ListState, RowSelection } from '#web/ui/table/table-types.ts'
import { couponColumns } from './coupon.columns.tsx'
import { CouponForm } from './coupon-form.tsx'
import { CouponSelectionBar, MAX_COUPONS } from './coupon-selection-bar.tsx'

const PAGE_SIZE = 10

export interface CouponsSearch {
  search?: string | undefined
}

/** The edited coupon; `new` for a new one. */
type OpenForm = Coupon | 'new' | undefined

function useProductNames(): Map<number, string> {
  const { data } = useQuery({ ...apiQuery('GET /api/v1/products/list-all-options/'), staleTime: CHOICES_STALE_TIME })
  return new Map(data?.map(({ id, name }) => [id, name]))
}

function useRemoveCoupon() {
  const remove = useMutation({
    ...apiMutation('DELETE /api/v1/coupon-codes/{id}/'),
    onSuccess: () => showSuccess('Coupon has been removed!'),
  })
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
      {(unsaved) => <CouponForm coupon={coupon} onClose={onClose} unsaved={unsaved} />}
    </FormDialog>
  )
}

const empty = (
  <EmptyState icon={IconTicket} title="Empty table. There's nothing to show" hint="Add a coupon, and give its code to buyers." />
)

interface SelectAllCouponsProps {
  page: ListPage<CouponsSearch>
  list: ListState<Coupon>
  selected: readonly Coupon[]
  selection: RowSelection<Coupon>
}

function SelectAllCoupons({ page, list, selected, selection }: SelectAllCouponsProps) {
  const client = useQueryClient()
  return (
    <SelectAll
      count={list.data?.count}
      selected={selected.length}
      max={MAX_COUPONS}
      rows="coupons"
      readPage={(paging) => client.fetchQuery(apiQuery('GET /api/v1/coupon-codes/', { query: { ...page.query, ...paging } }))}
      onSelect={(all) => selection.set(all, true)}
    />
  )
}

/** The coupons of the domain. */
export function CouponsScreen() {
  const page = useListPage(PAGE_SIZE, (filter: CouponsSearch) => [searchFilter(filter)])
  const list = useQuery({
    ...apiQuery('GET /api/v1/coupon-codes/', { query: page.query }),
    placeholderData: keepPreviousData,
  })
  const { selected, selection, clear } = useSelection(JSON.stringify(page.filter), list.data?.results)
  const [open, setOpen] = useState<OpenForm>()
  useFormFromLink(() => setOpen('new'))
  const products = useProductNames()
  const remove = useRemoveCoupon()
  const add = (
    <Button leftSection={<IconPlus size={18} />} onClick={() => setOpen('new')}>
      Add Coupon
    </Button>
  )
  const search = (
    <SearchInput
      label="Search coupons"
      value={page.filter.search}
      refusalOf={refusedSearch}
      onSearch={(text) => page.change({ search: text })}
    />
  )
  return (
    <Screen title="Coupon Manager" lead="Fixed discounts that buyers get for a code at the checkout." actions={add}>
      <DataTable
        name="coupons"
        exports={{ list: 'GET /api/v1/coupon-codes/', rows: ['coupon', 'coupons'] }}
        views="coupons"
        label="Coupons"
        columns={couponColumns(products)}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
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
        empty={empty}
        toolbar={search}
      />
      <CouponSelectionBar
        coupons={selected}
        onClear={clear}
        selectAll={<SelectAllCoupons {...{ page, list, selected, selection }} />}
      />
      <CouponDialog open={open} onClose={() => setOpen(undefined)} />
    </Screen>
  )
}
