import { createFileRoute } from '@tanstack/react-router'
import { ProductsScreen } from '#web/features/products/products-screen.tsx'

export const Route = createFileRoute('/_app/(sales)/product-manager')({ component: ProductsScreen })
