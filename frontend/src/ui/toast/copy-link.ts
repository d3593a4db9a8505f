// Puts the link to a page of the product on the clipboard, and says so.
import { toast, type ToastContent } from './toast';

export async function copyLink(address: string, copied: ToastContent): Promise<void> {
  const link = new URL(address, location.origin).href;
  try {
    await navigator.clipboard.writeText(link);
    toast(copied);
  } catch {
    // Forbidden, or not there without https: it can be copied by hand.
    toast({ title: 'Copy this link', description: link });
  }
}
