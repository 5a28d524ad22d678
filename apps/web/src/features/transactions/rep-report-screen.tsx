import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { ask } from '#web/lib/api.ts'
import { useProducts } from '#web/lib/choices.ts'
import { useSession } from '#web/lib/session.ts'
import { useFilters } from '#web/lib/use-filters.ts'
import { Screen } from '#web/ui/screen.tsx'
import { repColumns } from './party.columns.tsx'
import { PAGE, type PartySearch, PartyTable } from './party-table.tsx'

interface RepSearch extends PartySearch {
  product_id?: number | undefined
}

function Report({ repId }: { repId: number }) {
  const { filter, change, clear } = useFilters<RepSearch>()
  const { choices } = useProducts()
  const { product_id } = filter
  const query = { ...filter, limit: PAGE }
  const list = useQuery({
    ...ask('GET /api/v1/sales-rep/{id}/my-transactions/', { params: { id: repId }, query }),
    placeholderData: keepPreviousData,
  })
  const named = choices.find(({ id }) => id === product_id)?.name ?? `#${product_id}`
  const chip = { key: 'product', label: `Product: ${named}`, onRemove: () => change({ product_id: undefined }) }
  const pick = (
    <Select
      aria-label="Product"
      placeholder="All products"
      data={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={product_id ? String(product_id) : null}
      onChange={(id) => change({ product_id: id ? Number(id) : undefined })}
      clearable
      clearButtonProps={{ 'aria-label': 'All products' }}
      w={220}
    />
  )
  return (
    <PartyTable
      name="my-transactions"
      label="My Transactions"
      finds="Invoice, center, coupon…"
      columns={repColumns}
      list={list}
      filter={filter}
      onChange={change}
      onClear={clear}
      filters={pick}
      chips={product_id ? [chip] : []}
    />
  )
}

/** The purchases of a rep's centers and patients. */
export function RepReportScreen() {
  const id = useSession()?.user.id
  if (!id) return <Navigate to="/dashboard" replace />
  return (
    <Screen title="My Transactions">
      <Report repId={id} />
    </Screen>
  )
}
