// All that is kept about the member, as a file.
import { Download } from 'lucide-react';

import { buttonStyle } from '@/ui/button-style';

export function ExportData() {
  return (
    <a href="/api/user/export" download className={buttonStyle('secondary', 'normal')}>
      <Download aria-hidden size={16} />
      Download Your Data
    </a>
  );
}
