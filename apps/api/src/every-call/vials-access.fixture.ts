/** The roles that may make each call about vials, as in every-call/access.fixture.ts. */
export const vialsAccessTable: Record<string, string> = {
  'GET /api/v1/vials-history/user/{id}/': 'ALPRMDHFS',
  'POST /api/v1/vials-history/': 'AL',
  'PATCH /api/v1/vials-history/{id}/': 'AL',
  'GET /api/v1/vials/check/{id}/': 'AL',
  'POST /api/v1/vials-history/{id}/arrival/': 'ALHF',
  'GET /api/v1/vials/labels/': 'AL',
  'GET /api/v1/vials/': 'AL',
  'POST /api/v1/vials/': 'AL',
  'POST /api/v1/vials/move/': 'AL',
  'POST /api/v1/vials/store/': 'AL',
  'GET /api/v1/vials/find/{code}/': 'ALHFS',
  'GET /api/v1/vials/trace/{id}/': 'AL',
}
