import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { apiQuery } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { FilterSelect } from '#web/ui/table/filter-select.tsx'
import { repColumns } from './party.columns.tsx'
import { PartyTable, usePartyPage } from './party-table.tsx'
import { useProducts } from './use-products.ts'

function Report({ repId }: { repId: number }) {
  const { choices } = useProducts()
  const nameOf = (product: number) => choices.find(({ id }) => id === product)?.name ?? `#${product}`
  const page = usePartyPage(({ product_id }) => [{ keys: ['product_id'], label: product_id && `Product: ${nameOf(product_id)}` }])
  const { product_id } = page.filter
  const list = useQuery({
    ...apiQuery('GET /api/v1/sales-rep/{id}/my-transactions/', { params: { id: repId }, query: page.query }),
    placeholderData: keepPreviousData,
  })
  const pick = (
    <FilterSelect
      label="Product"
      all="All products"
      options={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={product_id ? String(product_id) : undefined}
      onChange={(id) => page.change({ product_id: id ? Number(id) : undefined })}
      width={220}
    />
  )
  return (
    <PartyTable
      name="my-transactions"
      label="My Transactions"
      finds="Invoice, center, coupon…"
      columns={repColumns}
      list={list}
      page={page}
      filters={pick}
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
