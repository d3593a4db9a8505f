// The calls of the withdrawal page. Loaded when one is made, not with the page.
import { api, call, send, type Schemas } from '@/lib/api-client';

import type { WithdrawalRequest } from './schemas';

export { ApiError, errorMessage } from '@/lib/api-client';

export type Withdrawal = Schemas['Withdrawal'];

export function requestLink(request: WithdrawalRequest): Promise<void> {
  return send(api.POST('/api/withdrawals', { body: request }));
}

export function confirmWithdrawal(token: string): Promise<Withdrawal> {
  return call(api.POST('/api/withdrawals/confirm', { body: { token } }));
}
