import { Alert } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { VIAL_ORDERING_TAG } from '@vialdesk/contract/base/roles'
import { NO_SALES_REP } from '@vialdesk/contract/money/checkout'
import { productIds } from '@vialdesk/contract/money/products'
import type { ReactNode } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { isNotFound } from '#web/lib/errors/api-error.ts'
import { usePageTitle } from '#web/lib/session/page-title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useUrlSearch } from '#web/lib/url/use-url-search.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { CheckoutForm } from './checkout.tsx'
import { type CheckoutKind, isFee } from './price.ts'
import { type CheckoutData, useCheckoutData } from './use-checkout-data.ts'

interface Props {
  kind: CheckoutKind
  productId: number
  title: string
}

/** The keys of the address. */
interface Search {
  /** Opens the fields of a new patient. */
  patient?: 'new'
  /** An invoice opened to check its payment status. */
  invoice?: string
}

const NOT_FOR_SALE = 'This product is not for sale now. Please contact your admin.'

/** A patient orders vials only with this tag and a sales rep. */
const mayOrderVials = ({ tags, saless_rep_id }: CheckoutData['me']) =>
  tags.includes(VIAL_ORDERING_TAG) && typeof saless_rep_id === 'number'

function LoadedCheckout({ userId, title, kind, productId }: Props & { userId: number }) {
  const { patient, invoice } = useUrlSearch<Search>()
  const { repMissing, me, product, ...query } = useCheckoutData(kind, userId, productId)
  if (product.data?.can_buy === false) return <Alert color="yellow">{NOT_FOR_SALE}</Alert>
  if (kind === 'patient_vials' && me && !mayOrderVials(me)) return <Alert color="yellow">{NO_SALES_REP}</Alert>
  if (repMissing) return <Navigate to="/dashboard" replace />
  return (
    <Loaded query={query} skeleton={[72, 160, 48, 200]} loading="Loading form...">
      {(data) => (
        <CheckoutForm label={title} data={data} newPatient={isFee(kind) && patient === 'new'} invoiceToCheck={invoice} />
      )}
    </Loaded>
  )
}

const orderPage = [
  { label: 'Dashboard', to: '/dashboard' },
  { label: 'Order', to: '/order' },
]
const dashboard = orderPage.slice(0, 1)

function CheckoutScreen(props: Props) {
  const user = useSession()?.user
  return (
    <Screen title={props.title} breadcrumbs={props.kind === 'product' ? orderPage : dashboard}>
      {user && <LoadedCheckout key={props.productId} userId={user.id} {...props} />}
    </Screen>
  )
}

export const ProcessingFeeScreen = () => (
  <CheckoutScreen title="New Patient Processing Fee" kind="processing_fee" productId={productIds.processing_fee} />
)

export const ReferralFeeScreen = () => (
  <CheckoutScreen title="Referral Processing Fee" kind="harvest_fee" productId={productIds.referral_fee} />
)

export const PatientVialsScreen = () => <CheckoutScreen title="Vials" kind="patient_vials" productId={productIds.vials} />

interface ProductProps {
  productId: number
  /** Shown for a product that does not exist or is not sold to the buyer. */
  notFound: ReactNode
}

/** The title has the name of the product, as soon as known. */
export function ProductScreen({ productId, notFound }: ProductProps) {
  const product = useQuery(apiQuery('GET /api/v1/products/{id}/', { params: { id: productId } }))
  const title = product.data ? `Checkout ${product.data.name}` : 'Checkout'
  usePageTitle(title)
  if (isNotFound(product.error) || product.data?.can_buy === false) return notFound
  return <CheckoutScreen title={title} kind="product" productId={productId} />
}
