// The page of a link to join. The token is read once and taken out of the address, the history and the address bar.
import { useNavigate } from 'react-router-dom';

import { Join } from '@/features/staff/session/join';
import { paths } from '@/lib/paths';

import { useToken } from '../../routing/use-token';

export function Page() {
  const navigate = useNavigate();
  const token = useToken(paths.staffJoin());

  return <Join token={token} onJoined={() => void navigate(paths.staff(), { replace: true })} />;
}
