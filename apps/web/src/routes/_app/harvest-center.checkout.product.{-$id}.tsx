import { createFileRoute, Navigate, notFound } from '@tanstack/react-router'
import { ProductScreen } from '#web/features/checkout/form/checkout-screen.tsx'
import { asId, asText, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ invoice: asText })

function ProductRoute() {
  const { id } = Route.useParams()
  const { invoice } = Route.useSearch()
  if (id === undefined) return <Navigate to="/dashboard" replace />
  const productId = asId(id)
  if (productId === undefined) throw notFound()
  return <ProductScreen key={id} productId={productId} invoice={invoice} />
}

export const Route = createFileRoute('/_app/harvest-center/checkout/product/{-$id}')({
  validateSearch,
  component: ProductRoute,
})
