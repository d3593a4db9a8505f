// The links of header, menu and footer.
import { paths } from '@/lib/paths';
import { site } from '@/settings/own-site';

export interface SiteLink {
  readonly label: string;
  readonly to: string;
}

export const topLinks: readonly SiteLink[] = [
  { label: 'Home', to: paths.home() },
  { label: 'Courses', to: paths.courses() },
  { label: 'Pricing', to: paths.pricing() },
  { label: 'About', to: paths.about() },
  { label: 'Contact', to: paths.contact() },
];

export const memberLinks: readonly SiteLink[] = [
  { label: 'Course Portal', to: paths.auth() },
  { label: `Link ${site.community.platform} account`, to: paths.discordVerify() },
];

export const footerLinks: readonly {
  readonly title: string;
  readonly links: readonly SiteLink[];
}[] = [
  {
    title: 'Learn',
    links: [
      { label: 'All courses', to: paths.courses() },
      { label: 'Futures course', to: paths.courseMarketing('futures') },
      { label: 'Forex course', to: paths.courseMarketing('forex') },
      { label: 'Pricing', to: paths.pricing() },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'About', to: paths.about() },
      { label: 'Contact', to: paths.contact() },
      { label: 'Questions', to: paths.faq() },
    ],
  },
  { title: 'Members', links: memberLinks },
  {
    title: 'Legal',
    links: [
      { label: 'Privacy Policy', to: paths.privacy() },
      { label: 'Terms of Service', to: paths.terms() },
      // The words of the law (Directive 2011/83/EU, article 11a).
      { label: 'Withdraw from contract here', to: paths.withdraw() },
    ],
  },
];
