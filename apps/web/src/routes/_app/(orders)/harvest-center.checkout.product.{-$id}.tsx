import { createFileRoute, Navigate } from '@tanstack/react-router'
import { ProductScreen } from '#web/features/checkout/form/checkout-screen.tsx'
import { NotFoundScreen } from '#web/features/sessions/guest/not-found-screen.tsx'
import { asId, asText, searchReader } from '#web/lib/url/search-params.ts'

function ProductRoute() {
  const { id } = Route.useParams()
  if (id === undefined) return <Navigate to="/dashboard" replace />
  const productId = asId(id)
  const notFound = <NotFoundScreen />
  if (productId === undefined) return notFound
  return <ProductScreen key={id} productId={productId} notFound={notFound} />
}

export const Route = createFileRoute('/_app/(orders)/harvest-center/checkout/product/{-$id}')({
  validateSearch: searchReader({ invoice: asText }),
  component: ProductRoute,
})
