import { Screen } from '#web/ui/layout/screen.tsx'
import { CardGateway } from './card-gateway.tsx'

export const PaymentSettingsScreen = () => (
  <Screen title="Payment Settings" narrow>
    <CardGateway />
  </Screen>
)
