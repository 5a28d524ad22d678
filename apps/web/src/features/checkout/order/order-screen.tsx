import { Button, Card, Group, SimpleGrid, Skeleton, Text, Title } from '@mantine/core'
import { IconShoppingCart } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Product, productIds } from '@vialdesk/contract/money/products'
import { apiQuery } from '#web/lib/api/api.ts'
import { formatMoney } from '#web/lib/format/format-money.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Money } from '#web/ui/text/money.tsx'

/** The fees have checkouts of their own. */
function checkoutPath(id: number): string {
  if (id === productIds.processing_fee) return '/harvest-center/checkout/processing-fee'
  if (id === productIds.referral_fee) return '/harvest-center/checkout/harvest-fee'
  return `/harvest-center/checkout/product/${id}`
}

function ProductCard({ product }: { product: Product }) {
  const { id, name, description, has_shipping } = product
  const { price, shipping_fee } = product.prices[0] ?? product
  return (
    <Card component="li" withBorder padding="lg" style={{ gap: 6 }}>
      <Title order={2} fz="md">
        {name}
      </Title>
      <Text c="dimmed" maw="44ch" flex={1}>
        {description}
      </Text>
      <Group justify="space-between" align="flex-end" wrap="nowrap" mt="sm">
        <div>
          <Text fw={600} fz="lg">
            <Money dollars={price} />
          </Text>
          <Text size="sm" c="dimmed">
            {has_shipping && shipping_fee > 0 ? `+ ${formatMoney(shipping_fee)} shipping` : 'No shipping fee'}
          </Text>
        </div>
        <Button variant="default" component={Link} to={checkoutPath(id)} aria-label={`Order ${name}`}>
          Order
        </Button>
      </Group>
    </Card>
  )
}

const CARD_WIDTH = 'min(100%, 18rem)'

const skeleton = (
  <SimpleGrid minColWidth={CARD_WIDTH}>
    {['a', 'b', 'c', 'd'].map((key) => (
      <Skeleton key={key} h={168} />
    ))}
  </SimpleGrid>
)

/** Everything that the center may buy. */
export function OrderScreen() {
  const query = useQuery(apiQuery('GET /api/v1/products/for-sale/'))
  return (
    <Screen title="Order" breadcrumbs={[{ label: 'Dashboard', to: '/dashboard' }]}>
      <Loaded query={query} skeleton={skeleton} loading="Loading products...">
        {(products) =>
          products.length === 0 ? (
            <EmptyState icon={IconShoppingCart} title="No products are for sale now" hint="Please contact your admin." />
          ) : (
            <SimpleGrid minColWidth={CARD_WIDTH} renderRoot={(props) => <ul {...props} />}>
              {products.map((product) => (
                <ProductCard key={product.id} product={product} />
              ))}
            </SimpleGrid>
          )
        }
      </Loaded>
    </Screen>
  )
}
