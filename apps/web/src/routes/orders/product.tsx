import { Navigate } from '@tanstack/react-router'
import { ProductScreen } from '#web/features/checkout/form/checkout-screen.tsx'
import { NotFoundScreen } from '#web/features/sessions/guest/not-found-screen.tsx'
import { asId } from '#web/lib/url/search-params.ts'

/** The checkout of a product. */
export function Product({ id }: { id: string | undefined }) {
  if (id === undefined) return <Navigate to="/dashboard" replace />
  const productId = asId(id)
  const notFound = <NotFoundScreen />
  return productId === undefined ? notFound : <ProductScreen productId={productId} notFound={notFound} />
}
