// Hosts that a frame may come from: the reviews widget's, when the owner configured one.
import { site } from '@/settings/site';

const { widgetUrl } = site.reviews;

export const frameSources: readonly string[] = widgetUrl === '' ? [] : [new URL(widgetUrl).origin];
