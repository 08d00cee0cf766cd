/**
 * Projected coordinate reference systems of Europe, the United States, Canada, Australia and New Zealand, one
 * a line: its EPSG codes (the same grid on datums that differ by less than a metre or two here), its name,
 * its area (west, south, east and north in degrees) and its definition for proj4. Made of the EPSG Geodetic
 * Parameter Dataset v11.022 (IOGP, https://epsg.org, used under its terms) as PROJ 9.5.1 has it: the shift of
 * the datum is the operation with 3 or 7 parameters that PROJ prefers without grids. UTM is no part of it:
 * `systems.ts` has its rule.
 */
export const LIST = `2056	CH1903+ / LV95	5.96 45.82 10.49 47.81	+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k=1 +x_0=2600000 +y_0=1200000 +ellps=bessel +towgs84=674.374,15.056,405.346
2100	GGRS87 / Greek Grid	19.57 34.88 28.3 41.75	+proj=tmerc +lat_0=0 +lon_0=24 +k=0.9996 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=-199.87,74.79,246.62
2154,9793,9794	RGF93 v1 / Lambert-93	-9.86 41.15 10.38 51.56	+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +ellps=GRS80 +towgs84=0,0,0
2157	IRENET95 / Irish Transverse Mercator	-10.56 51.39 -5.34 55.43	+proj=tmerc +lat_0=53.5 +lon_0=-8 +k=0.99982 +x_0=600000 +y_0=750000 +ellps=GRS80 +towgs84=0,0,0
2158	IRENET95 / UTM zone 29N	-10.56 51.39 -5.34 55.43	+proj=utm +zone=29 +ellps=GRS80 +towgs84=0,0,0
2169	LUREF / Luxembourg TM	5.73 49.44 6.53 50.19	+proj=tmerc +lat_0=49.8333333333333 +lon_0=6.16666666666667 +k=1 +x_0=80000 +y_0=100000 +ellps=intl +towgs84=-189.6806,18.3463,-42.7695,0.33746,3.09264,-2.53861,0.4598
2176	ETRF2000-PL / CS2000/15	14.14 50.26 16.5 55.35	+proj=tmerc +lat_0=0 +lon_0=15 +k=0.999923 +x_0=5500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
2177	ETRF2000-PL / CS2000/18	16.5 49.39 19.5 55.93	+proj=tmerc +lat_0=0 +lon_0=18 +k=0.999923 +x_0=6500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
2178	ETRF2000-PL / CS2000/21	19.5 49.09 22.5 54.55	+proj=tmerc +lat_0=0 +lon_0=21 +k=0.999923 +x_0=7500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
2179	ETRF2000-PL / CS2000/24	22.5 49 24.15 54.41	+proj=tmerc +lat_0=0 +lon_0=24 +k=0.999923 +x_0=8500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
2180	ETRF2000-PL / CS92	14.14 49 24.15 55.93	+proj=tmerc +lat_0=0 +lon_0=19 +k=0.9993 +x_0=500000 +y_0=-5300000 +ellps=GRS80 +towgs84=0,0,0
2188	Azores Occidental 1939 / UTM zone 25N	-31.34 39.3 -31.02 39.77	+proj=utm +zone=25 +ellps=intl +towgs84=-422.651,-172.995,84.02
2189	Azores Central 1948 / UTM zone 26N	-28.9 38.32 -26.97 39.14	+proj=utm +zone=26 +ellps=intl +towgs84=-104,167,-38
2190	Azores Oriental 1940 / UTM zone 26N	-25.92 36.87 -24.72 37.96	+proj=utm +zone=26 +ellps=intl +towgs84=-203,141,53
2193	NZGD2000 / New Zealand Transverse Mercator 2000	166.37 -47.33 178.63 -34.1	+proj=tmerc +lat_0=0 +lon_0=173 +k=0.9996 +x_0=1600000 +y_0=10000000 +ellps=GRS80 +towgs84=0,0,0
2196	ETRS89 / Kp2000 Jutland	8 54.67 11.29 57.8	+proj=tmerc +lat_0=0 +lon_0=9.5 +k=0.99995 +x_0=200000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
2197	ETRS89 / Kp2000 Zealand	10.79 54.51 12.87 56.79	+proj=tmerc +lat_0=0 +lon_0=12 +k=0.99995 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
2198	ETRS89 / Kp2000 Bornholm	14.59 54.94 15.25 55.38	+proj=tmerc +lat_0=0 +lon_0=15 +k=1 +x_0=900000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
2205,6470	NAD83 / Kentucky North	-85.96 37.71 -82.47 39.15	+proj=lcc +lat_0=37.5 +lon_0=-84.25 +lat_1=37.9666666666667 +lat_2=38.9666666666667 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
2222,6407	NAD83 / Arizona East (ft)	-111.71 31.33 -109.04 37.01	+proj=tmerc +lat_0=31 +lon_0=-110.166666666667 +k=0.9999 +x_0=213360 +y_0=0 +ellps=GRS80 +units=ft +towgs84=0,0,0
2223,6405	NAD83 / Arizona Central (ft)	-113.35 31.33 -110.44 37.01	+proj=tmerc +lat_0=31 +lon_0=-111.916666666667 +k=0.9999 +x_0=213360 +y_0=0 +ellps=GRS80 +units=ft +towgs84=0,0,0
2224,6409	NAD83 / Arizona West (ft)	-114.81 32.05 -112.52 37	+proj=tmerc +lat_0=31 +lon_0=-113.75 +k=0.999933333 +x_0=213360 +y_0=0 +ellps=GRS80 +units=ft +towgs84=0,0,0
2225,6416	NAD83 / California zone 1 (ftUS)	-124.45 39.59 -119.99 42.01	+proj=lcc +lat_0=39.3333333333333 +lon_0=-122 +lat_1=41.6666666666667 +lat_2=40 +x_0=2000000.0001016 +y_0=500000.0001016 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2226,6418	NAD83 / California zone 2 (ftUS)	-124.06 38.02 -119.54 40.16	+proj=lcc +lat_0=37.6666666666667 +lon_0=-122 +lat_1=39.8333333333333 +lat_2=38.3333333333333 +x_0=2000000.0001016 +y_0=500000.0001016 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2227,6420	NAD83 / California zone 3 (ftUS)	-123.02 36.73 -117.83 38.71	+proj=lcc +lat_0=36.5 +lon_0=-120.5 +lat_1=38.4333333333333 +lat_2=37.0666666666667 +x_0=2000000.0001016 +y_0=500000.0001016 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2228,6422	NAD83 / California zone 4 (ftUS)	-122.01 35.78 -115.62 37.58	+proj=lcc +lat_0=35.3333333333333 +lon_0=-119 +lat_1=37.25 +lat_2=36 +x_0=2000000.0001016 +y_0=500000.0001016 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2229,6424	NAD83 / California zone 5 (ftUS)	-121.42 32.76 -114.12 35.81	+proj=lcc +lat_0=33.5 +lon_0=-118 +lat_1=35.4666666666667 +lat_2=34.0333333333333 +x_0=2000000.0001016 +y_0=500000.0001016 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2230,6426	NAD83 / California zone 6 (ftUS)	-118.15 32.53 -114.42 34.08	+proj=lcc +lat_0=32.1666666666667 +lon_0=-116.25 +lat_1=33.8833333333333 +lat_2=32.7833333333333 +x_0=2000000.0001016 +y_0=500000.0001016 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2231,6430	NAD83 / Colorado North (ftUS)	-109.06 39.56 -102.04 41.01	+proj=lcc +lat_0=39.3333333333333 +lon_0=-105.5 +lat_1=40.7833333333333 +lat_2=39.7166666666667 +x_0=914401.828803658 +y_0=304800.609601219 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2232,6428	NAD83 / Colorado Central (ftUS)	-109.06 38.14 -102.04 40.09	+proj=lcc +lat_0=37.8333333333333 +lon_0=-105.5 +lat_1=39.75 +lat_2=38.45 +x_0=914401.828803658 +y_0=304800.609601219 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2233,6432	NAD83 / Colorado South (ftUS)	-109.06 36.98 -102.04 38.68	+proj=lcc +lat_0=36.6666666666667 +lon_0=-105.5 +lat_1=38.4333333333333 +lat_2=37.2333333333333 +x_0=914401.828803658 +y_0=304800.609601219 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2234,6434	NAD83 / Connecticut (ftUS)	-73.73 40.98 -71.78 42.05	+proj=lcc +lat_0=40.8333333333333 +lon_0=-72.75 +lat_1=41.8666666666667 +lat_2=41.2 +x_0=304800.609601219 +y_0=152400.30480061 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2235,6436	NAD83 / Delaware (ftUS)	-75.8 38.44 -74.97 39.85	+proj=tmerc +lat_0=38 +lon_0=-75.4166666666667 +k=0.999995 +x_0=200000.0001016 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2236,6438	NAD83 / Florida East (ftUS)	-82.33 24.41 -79.97 30.83	+proj=tmerc +lat_0=24.3333333333333 +lon_0=-81 +k=0.999941177 +x_0=200000.0001016 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2237,6443	NAD83 / Florida West (ftUS)	-83.34 26.27 -81.13 29.6	+proj=tmerc +lat_0=24.3333333333333 +lon_0=-82 +k=0.999941177 +x_0=200000.0001016 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2238,6441	NAD83 / Florida North (ftUS)	-87.63 29.21 -82.04 31.01	+proj=lcc +lat_0=29 +lon_0=-84.5 +lat_1=30.75 +lat_2=29.5833333333333 +x_0=600000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2239,6445	NAD83 / Georgia East (ftUS)	-83.47 30.36 -80.77 34.68	+proj=tmerc +lat_0=30 +lon_0=-82.1666666666667 +k=0.9999 +x_0=200000.0001016 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2240,6447	NAD83 / Georgia West (ftUS)	-85.61 30.62 -82.99 35.01	+proj=tmerc +lat_0=30 +lon_0=-84.1666666666667 +k=0.9999 +x_0=699999.9998984 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2241,6451	NAD83 / Idaho East (ftUS)	-113.24 41.99 -111.04 44.75	+proj=tmerc +lat_0=41.6666666666667 +lon_0=-112.166666666667 +k=0.999947368 +x_0=200000.0001016 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2242,6449	NAD83 / Idaho Central (ftUS)	-115.3 41.99 -112.67 45.7	+proj=tmerc +lat_0=41.6666666666667 +lon_0=-114 +k=0.999947368 +x_0=500000.0001016 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2243,6453	NAD83 / Idaho West (ftUS)	-117.24 41.99 -114.32 49.01	+proj=tmerc +lat_0=41.6666666666667 +lon_0=-115.75 +k=0.999933333 +x_0=800000.0001016 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2246,6471	NAD83 / Kentucky North (ftUS)	-85.96 37.71 -82.47 39.15	+proj=lcc +lat_0=37.5 +lon_0=-84.25 +lat_1=37.9666666666667 +lat_2=38.9666666666667 +x_0=500000.0001016 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2247,6475	NAD83 / Kentucky South (ftUS)	-89.57 36.49 -81.95 38.17	+proj=lcc +lat_0=36.3333333333333 +lon_0=-85.75 +lat_1=37.9333333333333 +lat_2=36.7333333333333 +x_0=500000.0001016 +y_0=500000.0001016 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2248,6488	NAD83 / Maryland (ftUS)	-79.49 37.97 -74.97 39.73	+proj=lcc +lat_0=37.6666666666667 +lon_0=-77 +lat_1=39.45 +lat_2=38.3 +x_0=399999.9998984 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2249,6492	NAD83 / Massachusetts Mainland (ftUS)	-73.5 41.46 -69.86 42.89	+proj=lcc +lat_0=41 +lon_0=-71.5 +lat_1=42.6833333333333 +lat_2=41.7166666666667 +x_0=200000.0001016 +y_0=750000 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2251,6496	NAD83 / Michigan North (ft)	-90.42 45.08 -83.44 48.32	+proj=lcc +lat_0=44.7833333333333 +lon_0=-87 +lat_1=47.0833333333333 +lat_2=45.4833333333333 +x_0=7999999.999968 +y_0=0 +ellps=GRS80 +units=ft +towgs84=0,0,0
2252,6494	NAD83 / Michigan Central (ft)	-87.06 43.8 -82.27 45.92	+proj=lcc +lat_0=43.3166666666667 +lon_0=-84.3666666666667 +lat_1=45.7 +lat_2=44.1833333333333 +x_0=5999999.999976 +y_0=0 +ellps=GRS80 +units=ft +towgs84=0,0,0
2253,6499	NAD83 / Michigan South (ft)	-87.2 41.69 -82.13 44.22	+proj=lcc +lat_0=41.5 +lon_0=-84.3666666666667 +lat_1=43.6666666666667 +lat_2=42.1 +x_0=3999999.999984 +y_0=0 +ellps=GRS80 +units=ft +towgs84=0,0,0
2254,6507	NAD83 / Mississippi East (ftUS)	-89.97 30.01 -88.09 35.01	+proj=tmerc +lat_0=29.5 +lon_0=-88.8333333333333 +k=0.99995 +x_0=300000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2255,6510	NAD83 / Mississippi West (ftUS)	-91.65 31 -89.37 35.01	+proj=tmerc +lat_0=29.5 +lon_0=-90.3333333333333 +k=0.99995 +x_0=699999.9998984 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2256,6515	NAD83 / Montana (ft)	-116.07 44.35 -104.04 49.01	+proj=lcc +lat_0=44.25 +lon_0=-109.5 +lat_1=49 +lat_2=45 +x_0=599999.9999976 +y_0=0 +ellps=GRS80 +units=ft +towgs84=0,0,0
2257,6531	NAD83 / New Mexico East (ftUS)	-105.72 32 -102.99 37	+proj=tmerc +lat_0=31 +lon_0=-104.333333333333 +k=0.999909091 +x_0=165000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2258,6529	NAD83 / New Mexico Central (ftUS)	-107.73 31.78 -104.84 37	+proj=tmerc +lat_0=31 +lon_0=-106.25 +k=0.9999 +x_0=500000.0001016 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2259,6533	NAD83 / New Mexico West (ftUS)	-109.06 31.33 -106.32 37	+proj=tmerc +lat_0=31 +lon_0=-107.833333333333 +k=0.999916667 +x_0=830000.0001016 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2260,3424,6527,6537	NAD83 / New York East (ftUS)	-75.87 40.88 -73.23 45.02	+proj=tmerc +lat_0=38.8333333333333 +lon_0=-74.5 +k=0.9999 +x_0=150000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2261,6535	NAD83 / New York Central (ftUS)	-77.75 41.99 -75.06 44.41	+proj=tmerc +lat_0=40 +lon_0=-76.5833333333333 +k=0.9999375 +x_0=249999.9998984 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2262,6541	NAD83 / New York West (ftUS)	-79.77 41.99 -77.36 43.64	+proj=tmerc +lat_0=40 +lon_0=-78.5833333333333 +k=0.9999375 +x_0=350000.0001016 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2263,6539	NAD83 / New York Long Island (ftUS)	-74.26 40.47 -71.8 41.3	+proj=lcc +lat_0=40.1666666666667 +lon_0=-74 +lat_1=41.0333333333333 +lat_2=40.6666666666667 +x_0=300000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2264,6543	NAD83 / North Carolina (ftUS)	-84.33 33.83 -75.38 36.59	+proj=lcc +lat_0=33.75 +lon_0=-79 +lat_1=36.1666666666667 +lat_2=34.3333333333333 +x_0=609601.219202438 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2265,6545	NAD83 / North Dakota North (ft)	-104.07 47.15 -96.83 49.01	+proj=lcc +lat_0=47 +lon_0=-100.5 +lat_1=48.7333333333333 +lat_2=47.4333333333333 +x_0=599999.9999976 +y_0=0 +ellps=GRS80 +units=ft +towgs84=0,0,0
2266,6547	NAD83 / North Dakota South (ft)	-104.05 45.93 -96.55 47.83	+proj=lcc +lat_0=45.6666666666667 +lon_0=-100.5 +lat_1=47.4833333333333 +lat_2=46.1833333333333 +x_0=599999.9999976 +y_0=0 +ellps=GRS80 +units=ft +towgs84=0,0,0
2267,6553	NAD83 / Oklahoma North (ftUS)	-103 35.27 -94.42 37.01	+proj=lcc +lat_0=35 +lon_0=-98 +lat_1=36.7666666666667 +lat_2=35.5666666666667 +x_0=600000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2268,6555	NAD83 / Oklahoma South (ftUS)	-100 33.62 -94.42 35.57	+proj=lcc +lat_0=33.3333333333333 +lon_0=-98 +lat_1=35.2333333333333 +lat_2=33.9333333333333 +x_0=600000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2269,6559	NAD83 / Oregon North (ft)	-124.17 43.95 -116.47 46.26	+proj=lcc +lat_0=43.6666666666667 +lon_0=-120.5 +lat_1=46 +lat_2=44.3333333333333 +x_0=2500000.0001424 +y_0=0 +ellps=GRS80 +units=ft +towgs84=0,0,0
2270,6561	NAD83 / Oregon South (ft)	-124.6 41.98 -116.9 44.56	+proj=lcc +lat_0=41.6666666666667 +lon_0=-120.5 +lat_1=44 +lat_2=42.3333333333333 +x_0=1500000.0001464 +y_0=0 +ellps=GRS80 +units=ft +towgs84=0,0,0
2271,6563	NAD83 / Pennsylvania North (ftUS)	-80.53 40.6 -74.7 42.53	+proj=lcc +lat_0=40.1666666666667 +lon_0=-77.75 +lat_1=41.95 +lat_2=40.8833333333333 +x_0=600000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2272,6565	NAD83 / Pennsylvania South (ftUS)	-80.53 39.71 -74.72 41.18	+proj=lcc +lat_0=39.3333333333333 +lon_0=-77.75 +lat_1=40.9666666666667 +lat_2=39.9333333333333 +x_0=600000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2273,6570	NAD83 / South Carolina (ft)	-83.36 32.05 -78.52 35.21	+proj=lcc +lat_0=31.8333333333333 +lon_0=-81 +lat_1=34.8333333333333 +lat_2=32.5 +x_0=609600 +y_0=0 +ellps=GRS80 +units=ft +towgs84=0,0,0
2274,6576	NAD83 / Tennessee (ftUS)	-90.31 34.98 -81.65 36.68	+proj=lcc +lat_0=34.3333333333333 +lon_0=-86 +lat_1=36.4166666666667 +lat_2=35.25 +x_0=600000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2275,6582	NAD83 / Texas North (ftUS)	-103.03 34.3 -99.99 36.5	+proj=lcc +lat_0=34 +lon_0=-101.5 +lat_1=36.1833333333333 +lat_2=34.65 +x_0=200000.0001016 +y_0=999999.9998984 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2276,6584	NAD83 / Texas North Central (ftUS)	-103.07 31.72 -94 34.58	+proj=lcc +lat_0=31.6666666666667 +lon_0=-98.5 +lat_1=33.9666666666667 +lat_2=32.1333333333333 +x_0=600000 +y_0=2000000.0001016 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2277,6578	NAD83 / Texas Central (ftUS)	-106.66 29.78 -93.5 32.27	+proj=lcc +lat_0=29.6666666666667 +lon_0=-100.333333333333 +lat_1=31.8833333333333 +lat_2=30.1166666666667 +x_0=699999.9998984 +y_0=3000000 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2278,6588	NAD83 / Texas South Central (ftUS)	-105 27.78 -93.76 30.67	+proj=lcc +lat_0=27.8333333333333 +lon_0=-99 +lat_1=30.2833333333333 +lat_2=28.3833333333333 +x_0=600000 +y_0=3999999.9998984 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2279,6586	NAD83 / Texas South (ftUS)	-100.2 25.83 -96.85 28.21	+proj=lcc +lat_0=25.6666666666667 +lon_0=-98.5 +lat_1=27.8333333333333 +lat_2=26.1666666666667 +x_0=300000 +y_0=5000000.0001016 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2280	NAD83 / Utah North (ft)	-114.04 40.55 -109.04 42.01	+proj=lcc +lat_0=40.3333333333333 +lon_0=-111.5 +lat_1=41.7833333333333 +lat_2=40.7166666666667 +x_0=500000.0001504 +y_0=999999.999996 +ellps=GRS80 +units=ft +towgs84=0,0,0
2281	NAD83 / Utah Central (ft)	-114.05 38.49 -109.04 41.08	+proj=lcc +lat_0=38.3333333333333 +lon_0=-111.5 +lat_1=40.65 +lat_2=39.0166666666667 +x_0=500000.0001504 +y_0=1999999.999992 +ellps=GRS80 +units=ft +towgs84=0,0,0
2282	NAD83 / Utah South (ft)	-114.05 36.99 -109.04 38.58	+proj=lcc +lat_0=36.6666666666667 +lon_0=-111.5 +lat_1=38.35 +lat_2=37.2166666666667 +x_0=500000.0001504 +y_0=2999999.999988 +ellps=GRS80 +units=ft +towgs84=0,0,0
2283,6593	NAD83 / Virginia North (ftUS)	-80.06 37.77 -76.51 39.46	+proj=lcc +lat_0=37.6666666666667 +lon_0=-78.5 +lat_1=39.2 +lat_2=38.0333333333333 +x_0=3500000.0001016 +y_0=2000000.0001016 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2284,6595	NAD83 / Virginia South (ftUS)	-83.68 36.54 -75.31 38.28	+proj=lcc +lat_0=36.3333333333333 +lon_0=-78.5 +lat_1=37.9666666666667 +lat_2=36.7666666666667 +x_0=3500000.0001016 +y_0=999999.9998984 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2285,6597	NAD83 / Washington North (ftUS)	-124.79 47.08 -117.02 49.05	+proj=lcc +lat_0=47 +lon_0=-120.833333333333 +lat_1=48.7333333333333 +lat_2=47.5 +x_0=500000.0001016 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2286,6599	NAD83 / Washington South (ftUS)	-124.4 45.54 -116.91 47.61	+proj=lcc +lat_0=45.3333333333333 +lon_0=-120.5 +lat_1=47.3333333333333 +lat_2=45.8333333333333 +x_0=500000.0001016 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2287,6607	NAD83 / Wisconsin North (ftUS)	-92.89 45.37 -88.05 47.31	+proj=lcc +lat_0=45.1666666666667 +lon_0=-90 +lat_1=46.7666666666667 +lat_2=45.5666666666667 +x_0=600000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2288,6605	NAD83 / Wisconsin Central (ftUS)	-92.89 43.98 -86.25 45.8	+proj=lcc +lat_0=43.8333333333333 +lon_0=-90 +lat_1=45.5 +lat_2=44.25 +x_0=600000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2289,6609	NAD83 / Wisconsin South (ftUS)	-91.43 42.48 -86.95 44.33	+proj=lcc +lat_0=42 +lon_0=-90 +lat_1=44.0666666666667 +lat_2=42.7333333333333 +x_0=600000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2391	KKJ / Finland zone 1	19.5 59.76 22.5 69.33	+proj=tmerc +lat_0=0 +lon_0=21 +k=1 +x_0=1500000 +y_0=0 +ellps=intl +towgs84=-96.062,-82.428,-121.753,4.801,0.345,-1.376,1.496
2392	KKJ / Finland zone 2	22.5 59.75 25.5 68.9	+proj=tmerc +lat_0=0 +lon_0=24 +k=1 +x_0=2500000 +y_0=0 +ellps=intl +towgs84=-96.062,-82.428,-121.753,4.801,0.345,-1.376,1.496
2393,2393	KKJ / Finland Uniform Coordinate System	19.24 59.75 31.59 70.09	+proj=tmerc +lat_0=0 +lon_0=27 +k=1 +x_0=3500000 +y_0=0 +ellps=intl +towgs84=-96.062,-82.428,-121.753,4.801,0.345,-1.376,1.496
2394	KKJ / Finland zone 4	28.5 60.94 31.5 69.81	+proj=tmerc +lat_0=0 +lon_0=30 +k=1 +x_0=4500000 +y_0=0 +ellps=intl +towgs84=-96.062,-82.428,-121.753,4.801,0.345,-1.376,1.496
2942	Porto Santo / UTM zone 28N	-17.31 32.35 -16.23 33.15	+proj=utm +zone=28 +ellps=intl +towgs84=-499,-249,314
2943	Selvagem Grande / UTM zone 28N	-16.11 29.98 -15.79 30.21	+proj=utm +zone=28 +ellps=intl +towgs84=-289,-124,60
2945	NAD83(CSRS) / MTM zone 3	-60 47.5 -57.1 55.38	+proj=tmerc +lat_0=0 +lon_0=-58.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
2946	NAD83(CSRS) / MTM zone 4	-63 47.16 -60 58.92	+proj=tmerc +lat_0=0 +lon_0=-61.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
2947	NAD83(CSRS) / MTM zone 5	-66 47.95 -63 60.52	+proj=tmerc +lat_0=0 +lon_0=-64.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
2948	NAD83(CSRS) / MTM zone 6	-69 47.31 -66 59	+proj=tmerc +lat_0=0 +lon_0=-67.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
2949	NAD83(CSRS) / MTM zone 7	-72 45.01 -69 61.8	+proj=tmerc +lat_0=0 +lon_0=-70.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
2950	NAD83(CSRS) / MTM zone 8	-75 44.98 -72 62.53	+proj=tmerc +lat_0=0 +lon_0=-73.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
2951	NAD83(CSRS) / MTM zone 9	-78 43.63 -75 62.65	+proj=tmerc +lat_0=0 +lon_0=-76.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
2952	NAD83(CSRS) / MTM zone 10	-81 42.26 -78 62.45	+proj=tmerc +lat_0=0 +lon_0=-79.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
2953	NAD83(CSRS) / New Brunswick Stereographic	-69.05 44.56 -63.7 48.07	+proj=sterea +lat_0=46.5 +lon_0=-66.5 +k=0.999912 +x_0=2500000 +y_0=7500000 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
2954	NAD83(CSRS) / Prince Edward Isl. Stereographic (NAD83)	-64.49 45.9 -61.9 47.09	+proj=sterea +lat_0=47.25 +lon_0=-63 +k=0.999912 +x_0=400000 +y_0=800000 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
2955	NAD83(CSRS) / UTM zone 11N	-120 48.99 -114 83.5	+proj=utm +zone=11 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
2956	NAD83(CSRS) / UTM zone 12N	-114 48.99 -108 84	+proj=utm +zone=12 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
2957	NAD83(CSRS) / UTM zone 13N	-108 48.99 -102 84	+proj=utm +zone=13 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
2958	NAD83(CSRS) / UTM zone 17N	-84 41.67 -78 84	+proj=utm +zone=17 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
2959	NAD83(CSRS) / UTM zone 18N	-78 43.63 -72 84	+proj=utm +zone=18 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
2960	NAD83(CSRS) / UTM zone 19N	-72 40.8 -66 84	+proj=utm +zone=19 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
2961	NAD83(CSRS) / UTM zone 20N	-66 40.04 -60 84	+proj=utm +zone=20 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
2962	NAD83(CSRS) / UTM zone 21N	-60 38.56 -54 84	+proj=utm +zone=21 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
2965,6459	NAD83 / Indiana East (ftUS)	-86.59 37.95 -84.78 41.77	+proj=tmerc +lat_0=37.5 +lon_0=-85.6666666666667 +k=0.999966667 +x_0=99999.9998983998 +y_0=249999.9998984 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2966,6461	NAD83 / Indiana West (ftUS)	-88.1 37.77 -86.24 41.77	+proj=tmerc +lat_0=37.5 +lon_0=-87.0833333333333 +k=0.999966667 +x_0=900000 +y_0=249999.9998984 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
2991,6556	NAD83 / Oregon LCC (m)	-124.6 41.98 -116.47 46.26	+proj=lcc +lat_0=41.75 +lon_0=-120.5 +lat_1=43 +lat_2=45.5 +x_0=400000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
2992,6557	NAD83 / Oregon GIC Lambert (ft)	-124.6 41.98 -116.47 46.26	+proj=lcc +lat_0=41.75 +lon_0=-120.5 +lat_1=43 +lat_2=45.5 +x_0=399999.9999984 +y_0=0 +ellps=GRS80 +units=ft +towgs84=0,0,0
3003	Monte Mario / Italy zone 1	5.93 36.53 12 47.04	+proj=tmerc +lat_0=0 +lon_0=9 +k=0.9996 +x_0=1500000 +y_0=0 +ellps=intl +towgs84=-104.1,-49.1,-9.9,0.971,-2.917,0.714,-11.68
3004	Monte Mario / Italy zone 2	12 34.76 18.99 47.1	+proj=tmerc +lat_0=0 +lon_0=15 +k=0.9996 +x_0=2520000 +y_0=0 +ellps=intl +towgs84=-104.1,-49.1,-9.9,0.971,-2.917,0.714,-11.68
3005	NAD83 / BC Albers	-139.04 48.25 -114.08 60.01	+proj=aea +lat_0=45 +lon_0=-126 +lat_1=50 +lat_2=58.5 +x_0=1000000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3006,3065,3767,7792,8687	SWEREF99 TM	10.03 54.96 24.17 69.07	+proj=utm +zone=33 +ellps=GRS80 +towgs84=0,0,0
3007	SWEREF99 12 00	10.93 56.74 13.11 60.13	+proj=tmerc +lat_0=0 +lon_0=12 +k=1 +x_0=150000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3008	SWEREF99 13 30	12.12 55.28 14.79 62.28	+proj=tmerc +lat_0=0 +lon_0=13.5 +k=1 +x_0=150000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3009	SWEREF99 15 00	13.54 55.95 16.15 61.62	+proj=tmerc +lat_0=0 +lon_0=15 +k=1 +x_0=150000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3010	SWEREF99 16 30	15.41 56.15 17.63 62.26	+proj=tmerc +lat_0=0 +lon_0=16.5 +k=1 +x_0=150000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3011	SWEREF99 18 00	17.08 58.66 19.61 60.7	+proj=tmerc +lat_0=0 +lon_0=18 +k=1 +x_0=150000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3012	SWEREF99 14 15	11.93 61.55 15.55 64.39	+proj=tmerc +lat_0=0 +lon_0=14.25 +k=1 +x_0=150000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3013	SWEREF99 15 45	13.66 60.44 17.01 65.13	+proj=tmerc +lat_0=0 +lon_0=15.75 +k=1 +x_0=150000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3014	SWEREF99 17 15	14.31 62.12 19.04 67.19	+proj=tmerc +lat_0=0 +lon_0=17.25 +k=1 +x_0=150000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3015	SWEREF99 18 45	17.18 56.86 20.22 66.17	+proj=tmerc +lat_0=0 +lon_0=18.75 +k=1 +x_0=150000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3016	SWEREF99 20 15	16.08 63.45 23.28 69.07	+proj=tmerc +lat_0=0 +lon_0=20.25 +k=1 +x_0=150000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3017	SWEREF99 21 45	19.63 65.01 22.91 66.43	+proj=tmerc +lat_0=0 +lon_0=21.75 +k=1 +x_0=150000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3018	SWEREF99 23 15	21.85 65.49 24.17 68.14	+proj=tmerc +lat_0=0 +lon_0=23.25 +k=1 +x_0=150000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3019	RT90 7.5 gon V	10.93 57.29 12.91 59.73	+proj=tmerc +lat_0=0 +lon_0=11.3082777777778 +k=1 +x_0=1500000 +y_0=0 +ellps=bessel +towgs84=414.1,41.3,603.1,-0.855,2.141,-7.023,0
3020	RT90 5 gon V	11.81 55.28 15.44 64.39	+proj=tmerc +lat_0=0 +lon_0=13.5582777777778 +k=1 +x_0=1500000 +y_0=0 +ellps=bessel +towgs84=414.1,41.3,603.1,-0.855,2.141,-7.023,0
3021,3021	RT90 2.5 gon V	10.93 55.28 24.17 69.07	+proj=tmerc +lat_0=0 +lon_0=15.8082777777778 +k=1 +x_0=1500000 +y_0=0 +ellps=bessel +towgs84=414.1,41.3,603.1,-0.855,2.141,-7.023,0
3022	RT90 0 gon	16.08 56.86 20.22 68.54	+proj=tmerc +lat_0=0 +lon_0=18.0582777777778 +k=1 +x_0=1500000 +y_0=0 +ellps=bessel +towgs84=414.1,41.3,603.1,-0.855,2.141,-7.023,0
3023	RT90 2.5 gon O	18.4 63.37 22.2 69.07	+proj=tmerc +lat_0=0 +lon_0=20.3082777777778 +k=1 +x_0=1500000 +y_0=0 +ellps=bessel +towgs84=414.1,41.3,603.1,-0.855,2.141,-7.023,0
3024	RT90 5 gon O	21.34 65.24 24.17 68.58	+proj=tmerc +lat_0=0 +lon_0=22.5582777777778 +k=1 +x_0=1500000 +y_0=0 +ellps=bessel +towgs84=414.1,41.3,603.1,-0.855,2.141,-7.023,0
3034,5632,5634,5639,9040	ETRS89-extended / LCC Europe	-35.58 24.6 44.83 84.73	+proj=lcc +lat_0=52 +lon_0=10 +lat_1=35 +lat_2=65 +x_0=4000000 +y_0=2800000 +ellps=GRS80 +towgs84=0,0,0
3035,5633,5635,5638,9039	ETRS89-extended / LAEA Europe	-35.58 24.6 44.83 84.73	+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80 +towgs84=0,0,0
3054	Hjorsey 1955 / UTM zone 26N	-24.66 64.71 -24 65.85	+proj=utm +zone=26 +ellps=intl +towgs84=-73,47,-83
3055	Hjorsey 1955 / UTM zone 27N	-24 63.34 -18 66.52	+proj=utm +zone=27 +ellps=intl +towgs84=-73,47,-83
3056	Hjorsey 1955 / UTM zone 28N	-18 63.45 -13.38 66.58	+proj=utm +zone=28 +ellps=intl +towgs84=-73,47,-83
3057	ISN93 / Lambert 1993	-30.87 59.96 -5.55 69.59	+proj=lcc +lat_0=65 +lon_0=-19 +lat_1=64.25 +lat_2=65.75 +x_0=500000 +y_0=500000 +ellps=GRS80 +towgs84=0,0,0
3059	LKS-92 / Latvia TM	19.06 55.67 28.24 58.09	+proj=tmerc +lat_0=0 +lon_0=24 +k=0.9996 +x_0=500000 +y_0=-6000000 +ellps=GRS80 +towgs84=0,0,0
3061	Porto Santo 1995 / UTM zone 28N	-17.31 32.35 -16.23 33.15	+proj=utm +zone=28 +ellps=intl +towgs84=-210.502,-66.902,-48.476,2.094,-15.067,-5.817,0.485
3062	Azores Oriental 1995 / UTM zone 26N	-25.92 36.87 -24.72 37.96	+proj=utm +zone=26 +ellps=intl +towgs84=-208.719,129.685,52.092,-0.195,-0.014,0.327,0.198
3063	Azores Central 1995 / UTM zone 26N	-28.9 38.32 -26.97 39.14	+proj=utm +zone=26 +ellps=intl +towgs84=-103.088,162.481,-28.276,0.167,0.082,0.168,-1.504
3064,7791	IGM95 / UTM zone 32N	5.93 36.53 12 47.04	+proj=utm +zone=32 +ellps=GRS80 +towgs84=0,0,0
3067,5048,9391	ETRS89 / TM35FIN(E,N)	19.08 58.84 31.59 70.09	+proj=utm +zone=35 +ellps=GRS80 +towgs84=0,0,0
3068	DHDN / Soldner Berlin	13.09 52.33 13.76 52.65	+proj=cass +lat_0=52.4186482777778 +lon_0=13.6272036666667 +x_0=40000 +y_0=10000 +ellps=bessel +towgs84=612.4,77,440.2,-0.054,0.057,-2.797,2.55
3070,6610	NAD83 / Wisconsin Transverse Mercator	-92.89 42.48 -86.25 47.31	+proj=tmerc +lat_0=0 +lon_0=-90 +k=0.9996 +x_0=520000 +y_0=-4480000 +ellps=GRS80 +towgs84=0,0,0
3072,6481	NAD83 / Maine CS2000 East	-68.58 44.18 -66.91 47.37	+proj=tmerc +lat_0=43.8333333333333 +lon_0=-67.875 +k=0.99998 +x_0=700000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3074,6482	NAD83 / Maine CS2000 West	-71.09 43.07 -69.6 46.58	+proj=tmerc +lat_0=42.8333333333333 +lon_0=-70.375 +k=0.99998 +x_0=300000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3078,6497	NAD83 / Michigan Oblique Mercator	-90.42 41.69 -82.13 48.32	+proj=omerc +no_uoff +lat_0=45.3091666666667 +lonc=-86 +alpha=337.25556 +gamma=337.25556 +k=0.9996 +x_0=2546731.496 +y_0=-4354009.816 +ellps=GRS80 +towgs84=0,0,0
3081	NAD83 / Texas State Mapping System	-106.66 25.83 -93.5 36.5	+proj=lcc +lat_0=31.1666666666667 +lon_0=-100 +lat_1=27.4166666666667 +lat_2=34.9166666666667 +x_0=1000000 +y_0=1000000 +ellps=GRS80 +towgs84=0,0,0
3082,6580	NAD83 / Texas Centric Lambert Conformal	-106.66 25.83 -93.5 36.5	+proj=lcc +lat_0=18 +lon_0=-100 +lat_1=27.5 +lat_2=35 +x_0=1500000 +y_0=5000000 +ellps=GRS80 +towgs84=0,0,0
3083,6579	NAD83 / Texas Centric Albers Equal Area	-106.66 25.83 -93.5 36.5	+proj=aea +lat_0=18 +lon_0=-100 +lat_1=27.5 +lat_2=35 +x_0=1500000 +y_0=6000000 +ellps=GRS80 +towgs84=0,0,0
3086,6439	NAD83 / Florida GDL Albers	-87.63 24.41 -79.97 31.01	+proj=aea +lat_0=24 +lon_0=-84 +lat_1=24 +lat_2=31.5 +x_0=400000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3088,6472	NAD83 / Kentucky Single Zone	-89.57 36.49 -81.95 39.15	+proj=lcc +lat_0=36.3333333333333 +lon_0=-85.75 +lat_1=37.0833333333333 +lat_2=38.6666666666667 +x_0=1500000 +y_0=1000000 +ellps=GRS80 +towgs84=0,0,0
3089,6473	NAD83 / Kentucky Single Zone (ftUS)	-89.57 36.49 -81.95 39.15	+proj=lcc +lat_0=36.3333333333333 +lon_0=-85.75 +lat_1=37.0833333333333 +lat_2=38.6666666666667 +x_0=1500000 +y_0=999999.9998984 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3126	ETRS89 / ETRS-GK19FIN	19.24 60.08 19.5 60.34	+proj=tmerc +lat_0=0 +lon_0=19 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3127	ETRS89 / ETRS-GK20FIN	19.5 59.92 20.5 60.48	+proj=tmerc +lat_0=0 +lon_0=20 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3128	ETRS89 / ETRS-GK21FIN	20.5 59.84 21.5 69.33	+proj=tmerc +lat_0=0 +lon_0=21 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3129	ETRS89 / ETRS-GK22FIN	21.5 59.76 22.5 69.31	+proj=tmerc +lat_0=0 +lon_0=22 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3130	ETRS89 / ETRS-GK23FIN	22.5 59.75 23.5 68.74	+proj=tmerc +lat_0=0 +lon_0=23 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3131	ETRS89 / ETRS-GK24FIN	23.5 59.86 24.5 68.84	+proj=tmerc +lat_0=0 +lon_0=24 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3132	ETRS89 / ETRS-GK25FIN	24.5 59.94 25.5 68.9	+proj=tmerc +lat_0=0 +lon_0=25 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3133	ETRS89 / ETRS-GK26FIN	25.5 60.18 26.5 69.94	+proj=tmerc +lat_0=0 +lon_0=26 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3134	ETRS89 / ETRS-GK27FIN	26.5 60.36 27.5 70.05	+proj=tmerc +lat_0=0 +lon_0=27 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3135	ETRS89 / ETRS-GK28FIN	27.5 60.42 28.5 70.09	+proj=tmerc +lat_0=0 +lon_0=28 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3136	ETRS89 / ETRS-GK29FIN	28.5 60.94 29.5 69.81	+proj=tmerc +lat_0=0 +lon_0=29 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3137	ETRS89 / ETRS-GK30FIN	29.5 61.43 30.5 67.98	+proj=tmerc +lat_0=0 +lon_0=30 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3138	ETRS89 / ETRS-GK31FIN	30.5 62.08 31.59 64.27	+proj=tmerc +lat_0=0 +lon_0=31 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3152	ST74	17.75 59.22 18.2 59.43	+proj=tmerc +lat_0=0 +lon_0=18.05779 +k=0.99999425 +x_0=100178.1808 +y_0=-6500614.7836 +ellps=GRS80 +towgs84=0,0,0
3153	NAD83(CSRS) / BC Albers	-139.04 48.25 -114.08 60.01	+proj=aea +lat_0=45 +lon_0=-126 +lat_1=50 +lat_2=58.5 +x_0=1000000 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
3154	NAD83(CSRS) / UTM zone 7N	-141.01 52.05 -138 72.53	+proj=utm +zone=7 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
3155	NAD83(CSRS) / UTM zone 8N	-138 48.06 -132 79.42	+proj=utm +zone=8 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
3156	NAD83(CSRS) / UTM zone 9N	-132 46.52 -126 80.93	+proj=utm +zone=9 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
3157	NAD83(CSRS) / UTM zone 10N	-126 48.13 -120 81.8	+proj=utm +zone=10 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
3158	NAD83(CSRS) / UTM zone 14N	-102 48.99 -96 84	+proj=utm +zone=14 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
3159	NAD83(CSRS) / UTM zone 15N	-96 48.03 -90 84	+proj=utm +zone=15 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
3160	NAD83(CSRS) / UTM zone 16N	-90 46.11 -84 84	+proj=utm +zone=16 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
3161	NAD83 / Ontario MNR Lambert	-95.16 41.67 -74.35 56.9	+proj=lcc +lat_0=0 +lon_0=-85 +lat_1=44.5 +lat_2=53.5 +x_0=930000 +y_0=6430000 +ellps=GRS80 +towgs84=0,0,0
3162	NAD83(CSRS) / Ontario MNR Lambert	-95.16 41.67 -74.35 56.9	+proj=lcc +lat_0=0 +lon_0=-85 +lat_1=44.5 +lat_2=53.5 +x_0=930000 +y_0=6430000 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
3174	NAD83 / Great Lakes Albers	-93.17 40.99 -74.47 50.74	+proj=aea +lat_0=45.568977 +lon_0=-84.455955 +lat_1=42.122774 +lat_2=49.01518 +x_0=1000000 +y_0=1000000 +ellps=GRS80 +towgs84=0,0,0
3175	NAD83 / Great Lakes and St Lawrence Albers	-93.17 40.99 -54.75 52.22	+proj=aea +lat_0=45.568977 +lon_0=-83.248627 +lat_1=42.122774 +lat_2=49.01518 +x_0=1000000 +y_0=1000000 +ellps=GRS80 +towgs84=0,0,0
3300	Estonian Coordinate System of 1992	21.74 57.52 28.2 59.75	+proj=lcc +lat_0=57.5175539305556 +lon_0=24 +lat_1=59.3333333333333 +lat_2=58 +x_0=500000 +y_0=6375000 +ellps=GRS80 +towgs84=0.055,-0.541,-0.185,0.0183,-0.0003,-0.007,-0.014
3301	Estonian Coordinate System of 1997	20.37 57.52 28.2 60	+proj=lcc +lat_0=57.5175539305556 +lon_0=24 +lat_1=59.3333333333333 +lat_2=58 +x_0=500000 +y_0=6375000 +ellps=GRS80 +towgs84=0,0,0
3310,6414	NAD83 / California Albers	-124.45 32.53 -114.12 42.01	+proj=aea +lat_0=0 +lon_0=-120 +lat_1=34 +lat_2=40.5 +x_0=0 +y_0=-4000000 +ellps=GRS80 +towgs84=0,0,0
3338,6393	NAD83 / Alaska Albers	172.42 51.3 -129.99 71.4	+proj=aea +lat_0=50 +lon_0=-154 +lat_1=55 +lat_2=65 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3346	LKS94 / Lithuania TM	19.02 53.89 26.82 56.45	+proj=tmerc +lat_0=0 +lon_0=24 +k=0.9998 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3347	NAD83 / Statistics Canada Lambert	-141.01 38.21 -40.73 86.46	+proj=lcc +lat_0=63.390675 +lon_0=-91.8666666666667 +lat_1=49 +lat_2=77 +x_0=6200000 +y_0=3000000 +ellps=GRS80 +towgs84=0,0,0
3348	NAD83(CSRS) / Statistics Canada Lambert	-141.01 38.21 -40.73 86.46	+proj=lcc +lat_0=63.390675 +lon_0=-91.8666666666667 +lat_1=49 +lat_2=77 +x_0=6200000 +y_0=3000000 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
3386	KKJ / Finland zone 0	19.24 60.08 19.5 60.34	+proj=tmerc +lat_0=0 +lon_0=18 +k=1 +x_0=500000 +y_0=0 +ellps=intl +towgs84=-96.062,-82.428,-121.753,4.801,0.345,-1.376,1.496
3387	KKJ / Finland zone 5	31.5 62.83 31.59 63	+proj=tmerc +lat_0=0 +lon_0=33 +k=1 +x_0=5500000 +y_0=0 +ellps=intl +towgs84=-96.062,-82.428,-121.753,4.801,0.345,-1.376,1.496
3400	NAD83 / Alberta 10-TM (Forest)	-120 48.99 -109.98 60	+proj=tmerc +lat_0=0 +lon_0=-115 +k=0.9992 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3401	NAD83 / Alberta 10-TM (Resource)	-120 48.99 -109.98 60	+proj=tmerc +lat_0=0 +lon_0=-115 +k=0.9992 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3402	NAD83(CSRS) / Alberta 10-TM (Forest)	-120 48.99 -109.98 60	+proj=tmerc +lat_0=0 +lon_0=-115 +k=0.9992 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
3403	NAD83(CSRS) / Alberta 10-TM (Resource)	-120 48.99 -109.98 60	+proj=tmerc +lat_0=0 +lon_0=-115 +k=0.9992 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
3416	ETRS89 / Austria Lambert	9.53 46.4 17.17 49.02	+proj=lcc +lat_0=47.5 +lon_0=13.3333333333333 +lat_1=49 +lat_2=46 +x_0=400000 +y_0=400000 +ellps=GRS80 +towgs84=0,0,0
3419,6467	NAD83 / Kansas North (ftUS)	-102.06 38.52 -94.58 40.01	+proj=lcc +lat_0=38.3333333333333 +lon_0=-98 +lat_1=39.7833333333333 +lat_2=38.7166666666667 +x_0=399999.99998984 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3420,6469	NAD83 / Kansas South (ftUS)	-102.05 36.99 -94.6 38.88	+proj=lcc +lat_0=36.6666666666667 +lon_0=-98.5 +lat_1=38.5666666666667 +lat_2=37.2666666666667 +x_0=399999.99998984 +y_0=399999.99998984 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3421,6521	NAD83 / Nevada East (ftUS)	-117.01 34.99 -114.03 42	+proj=tmerc +lat_0=34.75 +lon_0=-115.583333333333 +k=0.9999 +x_0=200000.00001016 +y_0=8000000.00001016 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3422,6519	NAD83 / Nevada Central (ftUS)	-118.19 36 -114.99 41	+proj=tmerc +lat_0=34.75 +lon_0=-116.666666666667 +k=0.9999 +x_0=500000.00001016 +y_0=6000000 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3423,6523	NAD83 / Nevada West (ftUS)	-120 36.95 -116.99 42	+proj=tmerc +lat_0=34.75 +lon_0=-118.583333333333 +k=0.9999 +x_0=800000.00001016 +y_0=3999999.99998984 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3433,6411	NAD83 / Arkansas North (ftUS)	-94.62 34.67 -89.64 36.5	+proj=lcc +lat_0=34.3333333333333 +lon_0=-92 +lat_1=36.2333333333333 +lat_2=34.9333333333333 +x_0=399999.99998984 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3434,6413	NAD83 / Arkansas South (ftUS)	-94.48 33.01 -90.4 35.1	+proj=lcc +lat_0=32.6666666666667 +lon_0=-92 +lat_1=34.7666666666667 +lat_2=33.3 +x_0=399999.99998984 +y_0=399999.99998984 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3435,6455	NAD83 / Illinois East (ftUS)	-89.27 37.06 -87.02 42.5	+proj=tmerc +lat_0=36.6666666666667 +lon_0=-88.3333333333333 +k=0.999975 +x_0=300000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3436,6457	NAD83 / Illinois West (ftUS)	-91.52 36.97 -88.92 42.51	+proj=tmerc +lat_0=36.6666666666667 +lon_0=-90.1666666666667 +k=0.999941177 +x_0=699999.99998984 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3437,6525	NAD83 / New Hampshire (ftUS)	-72.56 42.69 -70.63 45.31	+proj=tmerc +lat_0=42.5 +lon_0=-71.6666666666667 +k=0.999966667 +x_0=300000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3438,6568	NAD83 / Rhode Island (ftUS)	-71.85 41.13 -71.08 42.02	+proj=tmerc +lat_0=41.0833333333333 +lon_0=-71.5 +k=0.99999375 +x_0=99999.99998984 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3451,6477	NAD83 / Louisiana North (ftUS)	-94.05 30.85 -90.86 33.03	+proj=lcc +lat_0=30.5 +lon_0=-92.5 +lat_1=32.6666666666667 +lat_2=31.1666666666667 +x_0=999999.99998984 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3452,6479	NAD83 / Louisiana South (ftUS)	-93.94 28.85 -88.75 31.07	+proj=lcc +lat_0=28.5 +lon_0=-91.3333333333333 +lat_1=30.7 +lat_2=29.3 +x_0=999999.99998984 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3453	NAD83 / Louisiana Offshore (ftUS)	-94.05 28.85 -88.75 33.03	+proj=lcc +lat_0=25.5 +lon_0=-91.3333333333333 +lat_1=27.8333333333333 +lat_2=26.1666666666667 +x_0=999999.99998984 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3455,6574	NAD83 / South Dakota South (ftUS)	-104.06 42.48 -96.43 44.79	+proj=lcc +lat_0=42.3333333333333 +lon_0=-100.333333333333 +lat_1=44.4 +lat_2=42.8333333333333 +x_0=600000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3463,6480	NAD83 / Maine CS2000 Central	-70.03 43.75 -68.33 47.47	+proj=tmerc +lat_0=43.5 +lon_0=-69.125 +k=0.99998 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3560,6626	NAD83 / Utah North (ftUS)	-114.04 40.55 -109.04 42.01	+proj=lcc +lat_0=40.3333333333333 +lon_0=-111.5 +lat_1=41.7833333333333 +lat_2=40.7166666666667 +x_0=500000.00001016 +y_0=999999.99998984 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3561	Old Hawaiian / Hawaii zone 1	-156.1 18.87 -154.74 20.33	+proj=tmerc +lat_0=18.8333333333333 +lon_0=-155.5 +k=0.999966667 +x_0=152400.30480061 +y_0=0 +ellps=clrk66 +units=us-ft +towgs84=61,-285,-181
3562	Old Hawaiian / Hawaii zone 2	-157.36 20.45 -155.93 21.26	+proj=tmerc +lat_0=20.3333333333333 +lon_0=-156.666666666667 +k=0.999966667 +x_0=152400.30480061 +y_0=0 +ellps=clrk66 +units=us-ft +towgs84=61,-285,-181
3563	Old Hawaiian / Hawaii zone 3	-158.33 21.2 -157.61 21.75	+proj=tmerc +lat_0=21.1666666666667 +lon_0=-158 +k=0.99999 +x_0=152400.30480061 +y_0=0 +ellps=clrk66 +units=us-ft +towgs84=58,-283,-182
3564	Old Hawaiian / Hawaii zone 4	-159.85 21.81 -159.23 22.29	+proj=tmerc +lat_0=21.8333333333333 +lon_0=-159.5 +k=0.99999 +x_0=152400.30480061 +y_0=0 +ellps=clrk66 +units=us-ft +towgs84=45,-290,-172
3565	Old Hawaiian / Hawaii zone 5	-160.3 21.73 -159.99 22.07	+proj=tmerc +lat_0=21.6666666666667 +lon_0=-160.166666666667 +k=1 +x_0=152400.30480061 +y_0=0 +ellps=clrk66 +units=us-ft +towgs84=61,-285,-181
3566,6625	NAD83 / Utah Central (ftUS)	-114.05 38.49 -109.04 41.08	+proj=lcc +lat_0=38.3333333333333 +lon_0=-111.5 +lat_1=40.65 +lat_2=39.0166666666667 +x_0=500000.00001016 +y_0=2000000.00001016 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3567,6627	NAD83 / Utah South (ftUS)	-114.05 36.99 -109.04 38.58	+proj=lcc +lat_0=36.6666666666667 +lon_0=-111.5 +lat_1=38.35 +lat_2=37.2166666666667 +x_0=500000.00001016 +y_0=3000000 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3578	NAD83 / Yukon Albers	-141.01 59.99 -123.91 69.7	+proj=aea +lat_0=59 +lon_0=-132.5 +lat_1=61.6666666666667 +lat_2=68 +x_0=500000 +y_0=500000 +ellps=GRS80 +towgs84=0,0,0
3579	NAD83(CSRS) / Yukon Albers	-141.01 59.99 -123.91 69.7	+proj=aea +lat_0=59 +lon_0=-132.5 +lat_1=61.6666666666667 +lat_2=68 +x_0=500000 +y_0=500000 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
3580	NAD83 / NWT Lambert	-136.46 59.98 -102 78.81	+proj=lcc +lat_0=0 +lon_0=-112 +lat_1=62 +lat_2=70 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3581	NAD83(CSRS) / NWT Lambert	-136.46 59.98 -102 78.81	+proj=lcc +lat_0=0 +lon_0=-112 +lat_1=62 +lat_2=70 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
3734,6549	NAD83 / Ohio North (ftUS)	-84.81 40.1 -80.51 42.33	+proj=lcc +lat_0=39.6666666666667 +lon_0=-82.5 +lat_1=41.7 +lat_2=40.4333333333333 +x_0=600000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3735,6551	NAD83 / Ohio South (ftUS)	-84.83 38.4 -80.7 40.36	+proj=lcc +lat_0=38 +lon_0=-82.5 +lat_1=40.0333333333333 +lat_2=38.7333333333333 +x_0=600000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3736,6612	NAD83 / Wyoming East (ftUS)	-106.33 40.99 -104.05 45.01	+proj=tmerc +lat_0=40.5 +lon_0=-105.166666666667 +k=0.9999375 +x_0=200000.00001016 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3737,6614	NAD83 / Wyoming East Central (ftUS)	-108.63 40.99 -106 45.01	+proj=tmerc +lat_0=40.5 +lon_0=-107.333333333333 +k=0.9999375 +x_0=399999.99998984 +y_0=99999.99998984 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3738,6618	NAD83 / Wyoming West Central (ftUS)	-111.06 40.99 -107.5 45.01	+proj=tmerc +lat_0=40.5 +lon_0=-108.75 +k=0.9999375 +x_0=600000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3739,6616	NAD83 / Wyoming West (ftUS)	-111.06 40.99 -109.04 44.67	+proj=tmerc +lat_0=40.5 +lon_0=-110.083333333333 +k=0.9999375 +x_0=800000.00001016 +y_0=99999.99998984 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
3759	NAD83 / Hawaii zone 3 (ftUS)	-158.33 21.2 -157.61 21.75	+proj=tmerc +lat_0=21.1666666666667 +lon_0=-158 +k=0.99999 +x_0=500000.00001016 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=1,1,-1
3761	NAD83(CSRS) / UTM zone 22N	-54 39.5 -47.99 57.65	+proj=utm +zone=22 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
3763	ETRS89 / Portugal TM06	-9.56 36.95 -6.19 42.16	+proj=tmerc +lat_0=39.6682583333333 +lon_0=-8.13310833333333 +k=1 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3765	HTRS96 / Croatia TM	13.43 42.34 19.43 46.54	+proj=tmerc +lat_0=0 +lon_0=16.5 +k=0.9999 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3766	HTRS96 / Croatia LCC	13 41.62 19.43 46.54	+proj=lcc +lat_0=0 +lon_0=16.5 +lat_1=45.9166666666667 +lat_2=43.0833333333333 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3768,7793,7803,9716	HTRS96 / UTM zone 34N	18 41.62 19.43 45.92	+proj=utm +zone=34 +ellps=GRS80 +towgs84=0,0,0
3775	NAD83 / Alberta 3TM ref merid 111 W	-112.5 48.99 -109.98 60	+proj=tmerc +lat_0=0 +lon_0=-111 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3776	NAD83 / Alberta 3TM ref merid 114 W	-115.5 48.99 -112.5 60	+proj=tmerc +lat_0=0 +lon_0=-114 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3777	NAD83 / Alberta 3TM ref merid 117 W	-118.5 50.77 -115.5 60	+proj=tmerc +lat_0=0 +lon_0=-117 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3779	NAD83(CSRS) / Alberta 3TM ref merid 111 W	-112.5 48.99 -109.98 60	+proj=tmerc +lat_0=0 +lon_0=-111 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
3780	NAD83(CSRS) / Alberta 3TM ref merid 114 W	-115.5 48.99 -112.5 60	+proj=tmerc +lat_0=0 +lon_0=-114 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
3781	NAD83(CSRS) / Alberta 3TM ref merid 117 W	-118.5 50.77 -115.5 60	+proj=tmerc +lat_0=0 +lon_0=-117 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
3794	Slovenia 1996 / Slovene National Grid	13.38 45.42 16.61 46.88	+proj=tmerc +lat_0=0 +lon_0=15 +k=0.9999 +x_0=500000 +y_0=-5000000 +ellps=GRS80 +towgs84=0,0,0
3801	NAD83 / Alberta 3TM ref merid 120 W	-120 52.88 -118.5 60	+proj=tmerc +lat_0=0 +lon_0=-120 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3802	NAD83(CSRS) / Alberta 3TM ref merid 120 W	-120 52.88 -118.5 60	+proj=tmerc +lat_0=0 +lon_0=-120 +k=0.9999 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
3812	ETRS89 / Belgian Lambert 2008	2.5 49.5 6.4 51.51	+proj=lcc +lat_0=50.797815 +lon_0=4.35921583333333 +lat_1=49.8333333333333 +lat_2=51.1666666666667 +x_0=649328 +y_0=665262 +ellps=GRS80 +towgs84=0,0,0
3814	NAD83 / Mississippi TM	-91.65 30.01 -88.09 35.01	+proj=tmerc +lat_0=32.5 +lon_0=-89.75 +k=0.9998335 +x_0=500000 +y_0=1300000 +ellps=GRS80 +towgs84=0,0,0
3845	SWEREF99 / RT90 7.5 gon V emulation	10.93 57.29 12.91 59.73	+proj=tmerc +lat_0=0 +lon_0=11.30625 +k=1.000006 +x_0=1500025.141 +y_0=-667.282 +ellps=GRS80 +towgs84=0,0,0
3846	SWEREF99 / RT90 5 gon V emulation	11.81 55.28 15.44 64.39	+proj=tmerc +lat_0=0 +lon_0=13.5562666666667 +k=1.0000058 +x_0=1500044.695 +y_0=-667.13 +ellps=GRS80 +towgs84=0,0,0
3847	SWEREF99 / RT90 2.5 gon V emulation	13.66 55.95 17.73 67.18	+proj=tmerc +lat_0=0 +lon_0=15.8062845294444 +k=1.00000561024 +x_0=1500064.274 +y_0=-667.711 +ellps=GRS80 +towgs84=0,0,0
3848	SWEREF99 / RT90 0 gon emulation	16.08 56.86 20.22 68.54	+proj=tmerc +lat_0=0 +lon_0=18.0563 +k=1.0000054 +x_0=1500083.521 +y_0=-668.844 +ellps=GRS80 +towgs84=0,0,0
3849	SWEREF99 / RT90 2.5 gon O emulation	18.4 63.37 22.2 69.07	+proj=tmerc +lat_0=0 +lon_0=20.3063166666667 +k=1.0000052 +x_0=1500102.765 +y_0=-670.706 +ellps=GRS80 +towgs84=0,0,0
3850	SWEREF99 / RT90 5 gon O emulation	21.34 65.24 24.17 68.58	+proj=tmerc +lat_0=0 +lon_0=22.5563333333333 +k=1.0000049 +x_0=1500121.846 +y_0=-672.557 +ellps=GRS80 +towgs84=0,0,0
3857	WGS 84 / Pseudo-Mercator	-180 -85.06 180 85.06	+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null
3873	ETRS89 / GK19FIN	19.24 60.08 19.5 60.34	+proj=tmerc +lat_0=0 +lon_0=19 +k=1 +x_0=19500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3874	ETRS89 / GK20FIN	19.5 59.92 20.5 60.48	+proj=tmerc +lat_0=0 +lon_0=20 +k=1 +x_0=20500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3875	ETRS89 / GK21FIN	20.5 59.84 21.5 69.33	+proj=tmerc +lat_0=0 +lon_0=21 +k=1 +x_0=21500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3876	ETRS89 / GK22FIN	21.5 59.76 22.5 69.31	+proj=tmerc +lat_0=0 +lon_0=22 +k=1 +x_0=22500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3877	ETRS89 / GK23FIN	22.5 59.75 23.5 68.74	+proj=tmerc +lat_0=0 +lon_0=23 +k=1 +x_0=23500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3878	ETRS89 / GK24FIN	23.5 59.86 24.5 68.84	+proj=tmerc +lat_0=0 +lon_0=24 +k=1 +x_0=24500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3879	ETRS89 / GK25FIN	24.5 59.94 25.5 68.9	+proj=tmerc +lat_0=0 +lon_0=25 +k=1 +x_0=25500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3880	ETRS89 / GK26FIN	25.5 60.18 26.5 69.94	+proj=tmerc +lat_0=0 +lon_0=26 +k=1 +x_0=26500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3881	ETRS89 / GK27FIN	26.5 60.36 27.5 70.05	+proj=tmerc +lat_0=0 +lon_0=27 +k=1 +x_0=27500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3882	ETRS89 / GK28FIN	27.5 60.42 28.5 70.09	+proj=tmerc +lat_0=0 +lon_0=28 +k=1 +x_0=28500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3883	ETRS89 / GK29FIN	28.5 60.94 29.5 69.81	+proj=tmerc +lat_0=0 +lon_0=29 +k=1 +x_0=29500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3884	ETRS89 / GK30FIN	29.5 61.43 30.5 67.98	+proj=tmerc +lat_0=0 +lon_0=30 +k=1 +x_0=30500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3885	ETRS89 / GK31FIN	30.5 62.08 31.59 64.27	+proj=tmerc +lat_0=0 +lon_0=31 +k=1 +x_0=31500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3912	MGI 1901 / Slovene National Grid	13.38 45.42 16.61 46.88	+proj=tmerc +lat_0=0 +lon_0=15 +k=0.9999 +x_0=500000 +y_0=-5000000 +ellps=bessel +towgs84=476.08,125.947,417.81,4.610862,2.388137,-11.942335,9.896638
3942,9822,9842	RGF93 v1 / CC42	-1.06 41.31 9.63 43.07	+proj=lcc +lat_0=42 +lon_0=3 +lat_1=41.25 +lat_2=42.75 +x_0=1700000 +y_0=1200000 +ellps=GRS80 +towgs84=0,0,0
3943,9823,9843	RGF93 v1 / CC43	-1.79 42.33 7.65 44.01	+proj=lcc +lat_0=43 +lon_0=3 +lat_1=42.25 +lat_2=43.75 +x_0=1700000 +y_0=2200000 +ellps=GRS80 +towgs84=0,0,0
3944,9824,9844	RGF93 v1 / CC44	-1.79 42.92 7.71 45	+proj=lcc +lat_0=44 +lon_0=3 +lat_1=43.25 +lat_2=44.75 +x_0=1700000 +y_0=3200000 +ellps=GRS80 +towgs84=0,0,0
3945,9825,9845	RGF93 v1 / CC45	-1.46 44 7.71 46	+proj=lcc +lat_0=45 +lon_0=3 +lat_1=44.25 +lat_2=45.75 +x_0=1700000 +y_0=4200000 +ellps=GRS80 +towgs84=0,0,0
3946,9826,9846	RGF93 v1 / CC46	-2.21 45 7.16 47	+proj=lcc +lat_0=46 +lon_0=3 +lat_1=45.25 +lat_2=46.75 +x_0=1700000 +y_0=5200000 +ellps=GRS80 +towgs84=0,0,0
3947,9827,9847	RGF93 v1 / CC47	-4.77 46 7.63 48	+proj=lcc +lat_0=47 +lon_0=3 +lat_1=46.25 +lat_2=47.75 +x_0=1700000 +y_0=6200000 +ellps=GRS80 +towgs84=0,0,0
3948,9828,9848	RGF93 v1 / CC48	-4.87 47 8.23 49	+proj=lcc +lat_0=48 +lon_0=3 +lat_1=47.25 +lat_2=48.75 +x_0=1700000 +y_0=7200000 +ellps=GRS80 +towgs84=0,0,0
3949,9829,9849	RGF93 v1 / CC49	-4.87 48 8.23 50	+proj=lcc +lat_0=49 +lon_0=3 +lat_1=48.25 +lat_2=49.75 +x_0=1700000 +y_0=8200000 +ellps=GRS80 +towgs84=0,0,0
3950,9830,9850	RGF93 v1 / CC50	-2.03 49 8.08 51.14	+proj=lcc +lat_0=50 +lon_0=3 +lat_1=49.25 +lat_2=50.75 +x_0=1700000 +y_0=9200000 +ellps=GRS80 +towgs84=0,0,0
3968,6591	NAD83 / Virginia Lambert	-83.68 36.54 -75.31 39.46	+proj=lcc +lat_0=36 +lon_0=-79.5 +lat_1=37 +lat_2=39.5 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3978	NAD83 / Canada Atlas Lambert	-141.01 38.21 -40.73 86.46	+proj=lcc +lat_0=49 +lon_0=-95 +lat_1=49 +lat_2=77 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
3979	NAD83(CSRS) / Canada Atlas Lambert	-141.01 38.21 -40.73 86.46	+proj=lcc +lat_0=49 +lon_0=-95 +lat_1=49 +lat_2=77 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
4082	REGCAN95 / UTM zone 27N	-21.93 24.6 -18 31.19	+proj=utm +zone=27 +ellps=GRS80 +towgs84=0,0,0
4083,5016	REGCAN95 / UTM zone 28N	-18 25.25 -11.75 32.76	+proj=utm +zone=28 +ellps=GRS80 +towgs84=0,0,0
4093	ETRS89 / DKTM1	8 54.8 10 57.64	+proj=tmerc +lat_0=0 +lon_0=9 +k=0.99998 +x_0=200000 +y_0=-5000000 +ellps=GRS80 +towgs84=0,0,0
4094	ETRS89 / DKTM2	9 54.67 11.29 57.8	+proj=tmerc +lat_0=0 +lon_0=10 +k=0.99998 +x_0=400000 +y_0=-5000000 +ellps=GRS80 +towgs84=0,0,0
4095	ETRS89 / DKTM3	10.79 54.51 12.87 56.79	+proj=tmerc +lat_0=0 +lon_0=11.75 +k=0.99998 +x_0=600000 +y_0=-5000000 +ellps=GRS80 +towgs84=0,0,0
4096	ETRS89 / DKTM4	14.59 54.94 15.25 55.38	+proj=tmerc +lat_0=0 +lon_0=15 +k=1 +x_0=800000 +y_0=-5000000 +ellps=GRS80 +towgs84=0,0,0
4457,6572	NAD83 / South Dakota North (ftUS)	-104.07 44.14 -96.45 45.95	+proj=lcc +lat_0=43.8333333333333 +lon_0=-100 +lat_1=45.6833333333333 +lat_2=44.4166666666667 +x_0=600000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
4839	ETRS89 / LCC Germany (N-E)	5.86 47.27 15.04 55.09	+proj=lcc +lat_0=51 +lon_0=10.5 +lat_1=48.6666666666667 +lat_2=53.6666666666667 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
5014	PTRA08 / UTM zone 25N	-35.58 35.25 -30 43.07	+proj=utm +zone=25 +ellps=GRS80 +towgs84=0,0,0
5015	PTRA08 / UTM zone 26N	-30 33.52 -24 42.96	+proj=utm +zone=26 +ellps=GRS80 +towgs84=0,0,0
5018	Lisbon / Portuguese Grid New	-9.56 36.95 -6.19 42.16	+proj=tmerc +lat_0=39.6666666666667 +lon_0=-8.13190611111111 +k=1 +x_0=0 +y_0=0 +ellps=intl +towgs84=-288.885,-91.744,126.244,-1.691,0.41,-0.211,-4.598
5070,6350	NAD83 / Conus Albers	-124.79 24.41 -66.91 49.38	+proj=aea +lat_0=23 +lon_0=-96 +lat_1=29.5 +lat_2=45.5 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
5316	ETRS89 / Faroe TM	-13.91 59.94 -0.48 65.7	+proj=tmerc +lat_0=0 +lon_0=-7 +k=0.999997 +x_0=200000 +y_0=-6000000 +ellps=GRS80 +towgs84=0,0,0
5320	NAD83 / Teranet Ontario Lambert	-95.16 41.67 -74.35 56.9	+proj=lcc +lat_0=0 +lon_0=-84 +lat_1=44.5 +lat_2=54.5 +x_0=1000000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
5321	NAD83(CSRS) / Teranet Ontario Lambert	-95.16 41.67 -74.35 56.9	+proj=lcc +lat_0=0 +lon_0=-84 +lat_1=44.5 +lat_2=54.5 +x_0=1000000 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
5325	ISN2004 / Lambert 2004	-30.87 59.96 -5.55 69.59	+proj=lcc +lat_0=65 +lon_0=-19 +lat_1=64.25 +lat_2=65.75 +x_0=1700000 +y_0=300000 +ellps=GRS80 +towgs84=0,0,0
5514	S-JTSK / Krovak East North	12.09 47.73 22.56 51.06	+proj=krovak +lat_0=49.5 +lon_0=24.8333333333333 +alpha=30.2881397527778 +k=0.9999 +x_0=0 +y_0=0 +ellps=bessel +towgs84=572.213,85.334,461.94,4.9732,1.529,5.2484,3.5378
5518	CI1971 / Chatham Islands Map Grid	-177.25 -44.64 -175.54 -43.3	+proj=tmerc +lat_0=-44 +lon_0=-176.5 +k=1 +x_0=350000 +y_0=650000 +ellps=intl +towgs84=175,-38,113
5519	CI1979 / Chatham Islands Map Grid	-177.25 -44.64 -175.54 -43.3	+proj=tmerc +lat_0=-44 +lon_0=-176.5 +k=1 +x_0=350000 +y_0=650000 +ellps=intl +towgs84=174.05,-25.49,112.57,0,0,0.554,0.2263
5596	FEH2010 / Fehmarnbelt TM	10.66 54.33 12.01 54.83	+proj=tmerc +lat_0=0 +lon_0=11.3333333333333 +k=1 +x_0=1000000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
5646,6590	NAD83 / Vermont (ftUS)	-73.44 42.72 -71.5 45.03	+proj=tmerc +lat_0=42.5 +lon_0=-72.5 +k=0.999964286 +x_0=500000.00001016 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
5651	ETRS89 / UTM zone 31N (N-zE)	3.34 50.97 6.01 55.92	+proj=tmerc +lat_0=0 +lon_0=3 +k=0.9996 +x_0=31500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
5652	ETRS89 / UTM zone 32N (N-zE)	6 47.27 12.01 55.47	+proj=tmerc +lat_0=0 +lon_0=9 +k=0.9996 +x_0=32500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
5653	ETRS89 / UTM zone 33N (N-zE)	11.57 47.46 15.04 55.03	+proj=tmerc +lat_0=0 +lon_0=15 +k=0.9996 +x_0=33500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
5659	Monte Mario / TM Emilia-Romagna	9.19 43.73 12.76 45.14	+proj=tmerc +lat_0=0 +lon_0=9 +k=0.9996 +x_0=500053 +y_0=-3999820 +ellps=intl +towgs84=-104.1,-49.1,-9.9,0.971,-2.917,0.714,-11.68
6336	NAD83(2011) / UTM zone 7N	-144 53.47 -137.99 73.59	+proj=utm +zone=7 +ellps=GRS80 +towgs84=0,0,0
6337	NAD83(2011) / UTM zone 8N	-138 53.6 -131.99 73.04	+proj=utm +zone=8 +ellps=GRS80 +towgs84=0,0,0
6338	NAD83(2011) / UTM zone 9N	-132 35.38 -126 56.84	+proj=utm +zone=9 +ellps=GRS80 +towgs84=0,0,0
6339	NAD83(2011) / UTM zone 10N	-126 30.54 -119.99 49.09	+proj=utm +zone=10 +ellps=GRS80 +towgs84=0,0,0
6340	NAD83(2011) / UTM zone 11N	-120 30.88 -114 49.01	+proj=utm +zone=11 +ellps=GRS80 +towgs84=0,0,0
6341	NAD83(2011) / UTM zone 12N	-114 31.33 -108 49.01	+proj=utm +zone=12 +ellps=GRS80 +towgs84=0,0,0
6342	NAD83(2011) / UTM zone 13N	-108 28.98 -102 49.01	+proj=utm +zone=13 +ellps=GRS80 +towgs84=0,0,0
6343	NAD83(2011) / UTM zone 14N	-102 25.83 -96 49.01	+proj=utm +zone=14 +ellps=GRS80 +towgs84=0,0,0
6344	NAD83(2011) / UTM zone 15N	-96.01 25.61 -90 49.38	+proj=utm +zone=15 +ellps=GRS80 +towgs84=0,0,0
6345	NAD83(2011) / UTM zone 16N	-90 23.97 -84 48.32	+proj=utm +zone=16 +ellps=GRS80 +towgs84=0,0,0
6346	NAD83(2011) / UTM zone 17N	-84 23.81 -78 46.13	+proj=utm +zone=17 +ellps=GRS80 +towgs84=0,0,0
6347	NAD83(2011) / UTM zone 18N	-78 28.28 -72 45.03	+proj=utm +zone=18 +ellps=GRS80 +towgs84=0,0,0
6348	NAD83(2011) / UTM zone 19N	-72 33.61 -65.99 47.47	+proj=utm +zone=19 +ellps=GRS80 +towgs84=0,0,0
6355,26929	NAD83(2011) / Alabama East	-86.79 30.99 -84.89 35	+proj=tmerc +lat_0=30.5 +lon_0=-85.8333333333333 +k=0.99996 +x_0=200000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6356,26930	NAD83(2011) / Alabama West	-88.48 30.14 -86.3 35.02	+proj=tmerc +lat_0=30 +lon_0=-87.5 +k=0.999933333 +x_0=600000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6394,26931	NAD83(2011) / Alaska zone 1	-141 54.61 -129.99 60.35	+proj=omerc +no_uoff +lat_0=57 +lonc=-133.666666666667 +alpha=323.130102361111 +gamma=323.130102361111 +k=0.9999 +x_0=5000000 +y_0=-5000000 +ellps=GRS80 +towgs84=0,0,0
6395,26932	NAD83(2011) / Alaska zone 2	-144.01 59.72 -140.98 70.16	+proj=tmerc +lat_0=54 +lon_0=-142 +k=0.9999 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6396,26933	NAD83(2011) / Alaska zone 3	-148 59.72 -144 70.38	+proj=tmerc +lat_0=54 +lon_0=-146 +k=0.9999 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6397,26934	NAD83(2011) / Alaska zone 4	-152.01 59.11 -147.99 70.63	+proj=tmerc +lat_0=54 +lon_0=-150 +k=0.9999 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6398,26935	NAD83(2011) / Alaska zone 5	-156 55.72 -151.86 71.28	+proj=tmerc +lat_0=54 +lon_0=-154 +k=0.9999 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6399,26936	NAD83(2011) / Alaska zone 6	-160 54.89 -155.99 71.4	+proj=tmerc +lat_0=54 +lon_0=-158 +k=0.9999 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6400,26937	NAD83(2011) / Alaska zone 7	-164.01 54.32 -160 70.74	+proj=tmerc +lat_0=54 +lon_0=-162 +k=0.9999 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6401,26938	NAD83(2011) / Alaska zone 8	-168.26 54.34 -164 69.05	+proj=tmerc +lat_0=54 +lon_0=-166 +k=0.9999 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6402,26939	NAD83(2011) / Alaska zone 9	-173.16 56.49 -168 65.82	+proj=tmerc +lat_0=54 +lon_0=-170 +k=0.9999 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6403	NAD83(2011) / Alaska zone 10	172.42 51.3 -164.84 54.34	+proj=lcc +lat_0=51 +lon_0=-176 +lat_1=53.8333333333333 +lat_2=51.8333333333333 +x_0=1000000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6404,26949	NAD83(2011) / Arizona Central	-113.35 31.33 -110.44 37.01	+proj=tmerc +lat_0=31 +lon_0=-111.916666666667 +k=0.9999 +x_0=213360 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6406,26948	NAD83(2011) / Arizona East	-111.71 31.33 -109.04 37.01	+proj=tmerc +lat_0=31 +lon_0=-110.166666666667 +k=0.9999 +x_0=213360 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6408,26950	NAD83(2011) / Arizona West	-114.81 32.05 -112.52 37	+proj=tmerc +lat_0=31 +lon_0=-113.75 +k=0.999933333 +x_0=213360 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6410,26951	NAD83(2011) / Arkansas North	-94.62 34.67 -89.64 36.5	+proj=lcc +lat_0=34.3333333333333 +lon_0=-92 +lat_1=36.2333333333333 +lat_2=34.9333333333333 +x_0=400000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6412,26952	NAD83(2011) / Arkansas South	-94.48 33.01 -90.4 35.1	+proj=lcc +lat_0=32.6666666666667 +lon_0=-92 +lat_1=34.7666666666667 +lat_2=33.3 +x_0=400000 +y_0=400000 +ellps=GRS80 +towgs84=0,0,0
6415,26941	NAD83(2011) / California zone 1	-124.45 39.59 -119.99 42.01	+proj=lcc +lat_0=39.3333333333333 +lon_0=-122 +lat_1=41.6666666666667 +lat_2=40 +x_0=2000000 +y_0=500000 +ellps=GRS80 +towgs84=0,0,0
6417,26942	NAD83(2011) / California zone 2	-124.06 38.02 -119.54 40.16	+proj=lcc +lat_0=37.6666666666667 +lon_0=-122 +lat_1=39.8333333333333 +lat_2=38.3333333333333 +x_0=2000000 +y_0=500000 +ellps=GRS80 +towgs84=0,0,0
6419,26943	NAD83(2011) / California zone 3	-123.02 36.73 -117.83 38.71	+proj=lcc +lat_0=36.5 +lon_0=-120.5 +lat_1=38.4333333333333 +lat_2=37.0666666666667 +x_0=2000000 +y_0=500000 +ellps=GRS80 +towgs84=0,0,0
6421,26944	NAD83(2011) / California zone 4	-122.01 35.78 -115.62 37.58	+proj=lcc +lat_0=35.3333333333333 +lon_0=-119 +lat_1=37.25 +lat_2=36 +x_0=2000000 +y_0=500000 +ellps=GRS80 +towgs84=0,0,0
6423,26945	NAD83(2011) / California zone 5	-121.42 32.76 -114.12 35.81	+proj=lcc +lat_0=33.5 +lon_0=-118 +lat_1=35.4666666666667 +lat_2=34.0333333333333 +x_0=2000000 +y_0=500000 +ellps=GRS80 +towgs84=0,0,0
6425,26946	NAD83(2011) / California zone 6	-118.15 32.53 -114.42 34.08	+proj=lcc +lat_0=32.1666666666667 +lon_0=-116.25 +lat_1=33.8833333333333 +lat_2=32.7833333333333 +x_0=2000000 +y_0=500000 +ellps=GRS80 +towgs84=0,0,0
6427,26954	NAD83(2011) / Colorado Central	-109.06 38.14 -102.04 40.09	+proj=lcc +lat_0=37.8333333333333 +lon_0=-105.5 +lat_1=39.75 +lat_2=38.45 +x_0=914401.8289 +y_0=304800.6096 +ellps=GRS80 +towgs84=0,0,0
6429,26953	NAD83(2011) / Colorado North	-109.06 39.56 -102.04 41.01	+proj=lcc +lat_0=39.3333333333333 +lon_0=-105.5 +lat_1=40.7833333333333 +lat_2=39.7166666666667 +x_0=914401.8289 +y_0=304800.6096 +ellps=GRS80 +towgs84=0,0,0
6431,26955	NAD83(2011) / Colorado South	-109.06 36.98 -102.04 38.68	+proj=lcc +lat_0=36.6666666666667 +lon_0=-105.5 +lat_1=38.4333333333333 +lat_2=37.2333333333333 +x_0=914401.8289 +y_0=304800.6096 +ellps=GRS80 +towgs84=0,0,0
6433,26956	NAD83(2011) / Connecticut	-73.73 40.98 -71.78 42.05	+proj=lcc +lat_0=40.8333333333333 +lon_0=-72.75 +lat_1=41.8666666666667 +lat_2=41.2 +x_0=304800.6096 +y_0=152400.3048 +ellps=GRS80 +towgs84=0,0,0
6435,26957	NAD83(2011) / Delaware	-75.8 38.44 -74.97 39.85	+proj=tmerc +lat_0=38 +lon_0=-75.4166666666667 +k=0.999995 +x_0=200000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6437,26958	NAD83(2011) / Florida East	-82.33 24.41 -79.97 30.83	+proj=tmerc +lat_0=24.3333333333333 +lon_0=-81 +k=0.999941177 +x_0=200000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6440,26960	NAD83(2011) / Florida North	-87.63 29.21 -82.04 31.01	+proj=lcc +lat_0=29 +lon_0=-84.5 +lat_1=30.75 +lat_2=29.5833333333333 +x_0=600000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6442,26959	NAD83(2011) / Florida West	-83.34 26.27 -81.13 29.6	+proj=tmerc +lat_0=24.3333333333333 +lon_0=-82 +k=0.999941177 +x_0=200000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6444,26966	NAD83(2011) / Georgia East	-83.47 30.36 -80.77 34.68	+proj=tmerc +lat_0=30 +lon_0=-82.1666666666667 +k=0.9999 +x_0=200000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6446,26967	NAD83(2011) / Georgia West	-85.61 30.62 -82.99 35.01	+proj=tmerc +lat_0=30 +lon_0=-84.1666666666667 +k=0.9999 +x_0=700000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6448,26969	NAD83(2011) / Idaho Central	-115.3 41.99 -112.67 45.7	+proj=tmerc +lat_0=41.6666666666667 +lon_0=-114 +k=0.999947368 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6450,26968	NAD83(2011) / Idaho East	-113.24 41.99 -111.04 44.75	+proj=tmerc +lat_0=41.6666666666667 +lon_0=-112.166666666667 +k=0.999947368 +x_0=200000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6452,26970	NAD83(2011) / Idaho West	-117.24 41.99 -114.32 49.01	+proj=tmerc +lat_0=41.6666666666667 +lon_0=-115.75 +k=0.999933333 +x_0=800000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6454,26971	NAD83(2011) / Illinois East	-89.27 37.06 -87.02 42.5	+proj=tmerc +lat_0=36.6666666666667 +lon_0=-88.3333333333333 +k=0.999975 +x_0=300000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6456,26972	NAD83(2011) / Illinois West	-91.52 36.97 -88.92 42.51	+proj=tmerc +lat_0=36.6666666666667 +lon_0=-90.1666666666667 +k=0.999941177 +x_0=700000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6458,26973	NAD83(2011) / Indiana East	-86.59 37.95 -84.78 41.77	+proj=tmerc +lat_0=37.5 +lon_0=-85.6666666666667 +k=0.999966667 +x_0=100000 +y_0=250000 +ellps=GRS80 +towgs84=0,0,0
6460,26974	NAD83(2011) / Indiana West	-88.1 37.77 -86.24 41.77	+proj=tmerc +lat_0=37.5 +lon_0=-87.0833333333333 +k=0.999966667 +x_0=900000 +y_0=250000 +ellps=GRS80 +towgs84=0,0,0
6466,26977	NAD83(2011) / Kansas North	-102.06 38.52 -94.58 40.01	+proj=lcc +lat_0=38.3333333333333 +lon_0=-98 +lat_1=39.7833333333333 +lat_2=38.7166666666667 +x_0=400000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6468,26978	NAD83(2011) / Kansas South	-102.05 36.99 -94.6 38.88	+proj=lcc +lat_0=36.6666666666667 +lon_0=-98.5 +lat_1=38.5666666666667 +lat_2=37.2666666666667 +x_0=400000 +y_0=400000 +ellps=GRS80 +towgs84=0,0,0
6474,26980	NAD83(2011) / Kentucky South	-89.57 36.49 -81.95 38.17	+proj=lcc +lat_0=36.3333333333333 +lon_0=-85.75 +lat_1=37.9333333333333 +lat_2=36.7333333333333 +x_0=500000 +y_0=500000 +ellps=GRS80 +towgs84=0,0,0
6476,26981	NAD83(2011) / Louisiana North	-94.05 30.85 -90.86 33.03	+proj=lcc +lat_0=30.5 +lon_0=-92.5 +lat_1=32.6666666666667 +lat_2=31.1666666666667 +x_0=1000000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6478,26982	NAD83(2011) / Louisiana South	-93.94 28.85 -88.75 31.07	+proj=lcc +lat_0=28.5 +lon_0=-91.3333333333333 +lat_1=30.7 +lat_2=29.3 +x_0=1000000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6483,26983	NAD83(2011) / Maine East	-70.03 43.88 -66.91 47.47	+proj=tmerc +lat_0=43.6666666666667 +lon_0=-68.5 +k=0.9999 +x_0=300000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6484,26847	NAD83(2011) / Maine East (ftUS)	-70.03 43.88 -66.91 47.47	+proj=tmerc +lat_0=43.6666666666667 +lon_0=-68.5 +k=0.9999 +x_0=300000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
6485,26984	NAD83(2011) / Maine West	-71.09 43.04 -69.26 46.58	+proj=tmerc +lat_0=42.8333333333333 +lon_0=-70.1666666666667 +k=0.999966667 +x_0=900000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6486,26848	NAD83(2011) / Maine West (ftUS)	-71.09 43.04 -69.26 46.58	+proj=tmerc +lat_0=42.8333333333333 +lon_0=-70.1666666666667 +k=0.999966667 +x_0=900000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
6487,26985	NAD83(2011) / Maryland	-79.49 37.97 -74.97 39.73	+proj=lcc +lat_0=37.6666666666667 +lon_0=-77 +lat_1=39.45 +lat_2=38.3 +x_0=400000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6491,26986	NAD83(2011) / Massachusetts Mainland	-73.5 41.46 -69.86 42.89	+proj=lcc +lat_0=41 +lon_0=-71.5 +lat_1=42.6833333333333 +lat_2=41.7166666666667 +x_0=200000 +y_0=750000 +ellps=GRS80 +towgs84=0,0,0
6493,26989	NAD83(2011) / Michigan Central	-87.06 43.8 -82.27 45.92	+proj=lcc +lat_0=43.3166666666667 +lon_0=-84.3666666666667 +lat_1=45.7 +lat_2=44.1833333333333 +x_0=6000000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6495,26988	NAD83(2011) / Michigan North	-90.42 45.08 -83.44 48.32	+proj=lcc +lat_0=44.7833333333333 +lon_0=-87 +lat_1=47.0833333333333 +lat_2=45.4833333333333 +x_0=8000000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6498,26990	NAD83(2011) / Michigan South	-87.2 41.69 -82.13 44.22	+proj=lcc +lat_0=41.5 +lon_0=-84.3666666666667 +lat_1=43.6666666666667 +lat_2=42.1 +x_0=4000000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6500,26992	NAD83(2011) / Minnesota Central	-96.86 45.28 -92.29 47.48	+proj=lcc +lat_0=45 +lon_0=-94.25 +lat_1=47.05 +lat_2=45.6166666666667 +x_0=800000 +y_0=100000 +ellps=GRS80 +towgs84=0,0,0
6501,26850	NAD83(2011) / Minnesota Central (ftUS)	-96.86 45.28 -92.29 47.48	+proj=lcc +lat_0=45 +lon_0=-94.25 +lat_1=47.05 +lat_2=45.6166666666667 +x_0=800000.00001016 +y_0=99999.99998984 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
6502,26991	NAD83(2011) / Minnesota North	-97.22 46.64 -89.49 49.38	+proj=lcc +lat_0=46.5 +lon_0=-93.1 +lat_1=48.6333333333333 +lat_2=47.0333333333333 +x_0=800000 +y_0=100000 +ellps=GRS80 +towgs84=0,0,0
6503,26849	NAD83(2011) / Minnesota North (ftUS)	-97.22 46.64 -89.49 49.38	+proj=lcc +lat_0=46.5 +lon_0=-93.1 +lat_1=48.6333333333333 +lat_2=47.0333333333333 +x_0=800000.00001016 +y_0=99999.99998984 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
6504,26993	NAD83(2011) / Minnesota South	-96.85 43.49 -91.21 45.59	+proj=lcc +lat_0=43 +lon_0=-94 +lat_1=45.2166666666667 +lat_2=43.7833333333333 +x_0=800000 +y_0=100000 +ellps=GRS80 +towgs84=0,0,0
6505,26851	NAD83(2011) / Minnesota South (ftUS)	-96.85 43.49 -91.21 45.59	+proj=lcc +lat_0=43 +lon_0=-94 +lat_1=45.2166666666667 +lat_2=43.7833333333333 +x_0=800000.00001016 +y_0=99999.99998984 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
6506,26994	NAD83(2011) / Mississippi East	-89.97 30.01 -88.09 35.01	+proj=tmerc +lat_0=29.5 +lon_0=-88.8333333333333 +k=0.99995 +x_0=300000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6509,26995	NAD83(2011) / Mississippi West	-91.65 31 -89.37 35.01	+proj=tmerc +lat_0=29.5 +lon_0=-90.3333333333333 +k=0.99995 +x_0=700000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6511,26997	NAD83(2011) / Missouri Central	-93.79 36.48 -91.41 40.61	+proj=tmerc +lat_0=35.8333333333333 +lon_0=-92.5 +k=0.999933333 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6512,26996	NAD83(2011) / Missouri East	-91.97 35.98 -89.1 40.61	+proj=tmerc +lat_0=35.8333333333333 +lon_0=-90.5 +k=0.999933333 +x_0=250000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6513,26998	NAD83(2011) / Missouri West	-95.77 36.48 -93.48 40.59	+proj=tmerc +lat_0=36.1666666666667 +lon_0=-94.5 +k=0.999941177 +x_0=850000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6514,32100	NAD83(2011) / Montana	-116.07 44.35 -104.04 49.01	+proj=lcc +lat_0=44.25 +lon_0=-109.5 +lat_1=49 +lat_2=45 +x_0=600000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6516,32104	NAD83(2011) / Nebraska	-104.06 39.99 -95.3 43.01	+proj=lcc +lat_0=39.8333333333333 +lon_0=-100 +lat_1=43 +lat_2=40 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6518,32108	NAD83(2011) / Nevada Central	-118.19 36 -114.99 41	+proj=tmerc +lat_0=34.75 +lon_0=-116.666666666667 +k=0.9999 +x_0=500000 +y_0=6000000 +ellps=GRS80 +towgs84=0,0,0
6520,32107	NAD83(2011) / Nevada East	-117.01 34.99 -114.03 42	+proj=tmerc +lat_0=34.75 +lon_0=-115.583333333333 +k=0.9999 +x_0=200000 +y_0=8000000 +ellps=GRS80 +towgs84=0,0,0
6522,32109	NAD83(2011) / Nevada West	-120 36.95 -116.99 42	+proj=tmerc +lat_0=34.75 +lon_0=-118.583333333333 +k=0.9999 +x_0=800000 +y_0=4000000 +ellps=GRS80 +towgs84=0,0,0
6524,32110	NAD83(2011) / New Hampshire	-72.56 42.69 -70.63 45.31	+proj=tmerc +lat_0=42.5 +lon_0=-71.6666666666667 +k=0.999966667 +x_0=300000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6526,6536,32111,32115	NAD83(2011) / New Jersey	-75.6 38.87 -73.88 41.36	+proj=tmerc +lat_0=38.8333333333333 +lon_0=-74.5 +k=0.9999 +x_0=150000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6528,32113	NAD83(2011) / New Mexico Central	-107.73 31.78 -104.84 37	+proj=tmerc +lat_0=31 +lon_0=-106.25 +k=0.9999 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6530,32112	NAD83(2011) / New Mexico East	-105.72 32 -102.99 37	+proj=tmerc +lat_0=31 +lon_0=-104.333333333333 +k=0.999909091 +x_0=165000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6532,32114	NAD83(2011) / New Mexico West	-109.06 31.33 -106.32 37	+proj=tmerc +lat_0=31 +lon_0=-107.833333333333 +k=0.999916667 +x_0=830000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6534,32116	NAD83(2011) / New York Central	-77.75 41.99 -75.06 44.41	+proj=tmerc +lat_0=40 +lon_0=-76.5833333333333 +k=0.9999375 +x_0=250000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6538,32118	NAD83(2011) / New York Long Island	-74.26 40.47 -71.8 41.3	+proj=lcc +lat_0=40.1666666666667 +lon_0=-74 +lat_1=41.0333333333333 +lat_2=40.6666666666667 +x_0=300000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6540,32117	NAD83(2011) / New York West	-79.77 41.99 -77.36 43.64	+proj=tmerc +lat_0=40 +lon_0=-78.5833333333333 +k=0.9999375 +x_0=350000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6542,32119	NAD83(2011) / North Carolina	-84.33 33.83 -75.38 36.59	+proj=lcc +lat_0=33.75 +lon_0=-79 +lat_1=36.1666666666667 +lat_2=34.3333333333333 +x_0=609601.22 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6544,32120	NAD83(2011) / North Dakota North	-104.07 47.15 -96.83 49.01	+proj=lcc +lat_0=47 +lon_0=-100.5 +lat_1=48.7333333333333 +lat_2=47.4333333333333 +x_0=600000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6546,32121	NAD83(2011) / North Dakota South	-104.05 45.93 -96.55 47.83	+proj=lcc +lat_0=45.6666666666667 +lon_0=-100.5 +lat_1=47.4833333333333 +lat_2=46.1833333333333 +x_0=600000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6548,32122	NAD83(2011) / Ohio North	-84.81 40.1 -80.51 42.33	+proj=lcc +lat_0=39.6666666666667 +lon_0=-82.5 +lat_1=41.7 +lat_2=40.4333333333333 +x_0=600000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6550,32123	NAD83(2011) / Ohio South	-84.83 38.4 -80.7 40.36	+proj=lcc +lat_0=38 +lon_0=-82.5 +lat_1=40.0333333333333 +lat_2=38.7333333333333 +x_0=600000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6552,32124	NAD83(2011) / Oklahoma North	-103 35.27 -94.42 37.01	+proj=lcc +lat_0=35 +lon_0=-98 +lat_1=36.7666666666667 +lat_2=35.5666666666667 +x_0=600000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6554,32125	NAD83(2011) / Oklahoma South	-100 33.62 -94.42 35.57	+proj=lcc +lat_0=33.3333333333333 +lon_0=-98 +lat_1=35.2333333333333 +lat_2=33.9333333333333 +x_0=600000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6558,32126	NAD83(2011) / Oregon North	-124.17 43.95 -116.47 46.26	+proj=lcc +lat_0=43.6666666666667 +lon_0=-120.5 +lat_1=46 +lat_2=44.3333333333333 +x_0=2500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6560,32127	NAD83(2011) / Oregon South	-124.6 41.98 -116.9 44.56	+proj=lcc +lat_0=41.6666666666667 +lon_0=-120.5 +lat_1=44 +lat_2=42.3333333333333 +x_0=1500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6562,32128	NAD83(2011) / Pennsylvania North	-80.53 40.6 -74.7 42.53	+proj=lcc +lat_0=40.1666666666667 +lon_0=-77.75 +lat_1=41.95 +lat_2=40.8833333333333 +x_0=600000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6564,32129	NAD83(2011) / Pennsylvania South	-80.53 39.71 -74.72 41.18	+proj=lcc +lat_0=39.3333333333333 +lon_0=-77.75 +lat_1=40.9666666666667 +lat_2=39.9333333333333 +x_0=600000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6567,32130	NAD83(2011) / Rhode Island	-71.85 41.13 -71.08 42.02	+proj=tmerc +lat_0=41.0833333333333 +lon_0=-71.5 +k=0.99999375 +x_0=100000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6569,32133	NAD83(2011) / South Carolina	-83.36 32.05 -78.52 35.21	+proj=lcc +lat_0=31.8333333333333 +lon_0=-81 +lat_1=34.8333333333333 +lat_2=32.5 +x_0=609600 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6571,32134	NAD83(2011) / South Dakota North	-104.07 44.14 -96.45 45.95	+proj=lcc +lat_0=43.8333333333333 +lon_0=-100 +lat_1=45.6833333333333 +lat_2=44.4166666666667 +x_0=600000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6573,32135	NAD83(2011) / South Dakota South	-104.06 42.48 -96.43 44.79	+proj=lcc +lat_0=42.3333333333333 +lon_0=-100.333333333333 +lat_1=44.4 +lat_2=42.8333333333333 +x_0=600000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6575,32136	NAD83(2011) / Tennessee	-90.31 34.98 -81.65 36.68	+proj=lcc +lat_0=34.3333333333333 +lon_0=-86 +lat_1=36.4166666666667 +lat_2=35.25 +x_0=600000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6577,32139	NAD83(2011) / Texas Central	-106.66 29.78 -93.5 32.27	+proj=lcc +lat_0=29.6666666666667 +lon_0=-100.333333333333 +lat_1=31.8833333333333 +lat_2=30.1166666666667 +x_0=700000 +y_0=3000000 +ellps=GRS80 +towgs84=0,0,0
6581,32137	NAD83(2011) / Texas North	-103.03 34.3 -99.99 36.5	+proj=lcc +lat_0=34 +lon_0=-101.5 +lat_1=36.1833333333333 +lat_2=34.65 +x_0=200000 +y_0=1000000 +ellps=GRS80 +towgs84=0,0,0
6583,32138	NAD83(2011) / Texas North Central	-103.07 31.72 -94 34.58	+proj=lcc +lat_0=31.6666666666667 +lon_0=-98.5 +lat_1=33.9666666666667 +lat_2=32.1333333333333 +x_0=600000 +y_0=2000000 +ellps=GRS80 +towgs84=0,0,0
6585,32141	NAD83(2011) / Texas South	-100.2 25.83 -96.85 28.21	+proj=lcc +lat_0=25.6666666666667 +lon_0=-98.5 +lat_1=27.8333333333333 +lat_2=26.1666666666667 +x_0=300000 +y_0=5000000 +ellps=GRS80 +towgs84=0,0,0
6587,32140	NAD83(2011) / Texas South Central	-105 27.78 -93.76 30.67	+proj=lcc +lat_0=27.8333333333333 +lon_0=-99 +lat_1=30.2833333333333 +lat_2=28.3833333333333 +x_0=600000 +y_0=4000000 +ellps=GRS80 +towgs84=0,0,0
6589,32145	NAD83(2011) / Vermont	-73.44 42.72 -71.5 45.03	+proj=tmerc +lat_0=42.5 +lon_0=-72.5 +k=0.999964286 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6592,32146	NAD83(2011) / Virginia North	-80.06 37.77 -76.51 39.46	+proj=lcc +lat_0=37.6666666666667 +lon_0=-78.5 +lat_1=39.2 +lat_2=38.0333333333333 +x_0=3500000 +y_0=2000000 +ellps=GRS80 +towgs84=0,0,0
6594,32147	NAD83(2011) / Virginia South	-83.68 36.54 -75.31 38.28	+proj=lcc +lat_0=36.3333333333333 +lon_0=-78.5 +lat_1=37.9666666666667 +lat_2=36.7666666666667 +x_0=3500000 +y_0=1000000 +ellps=GRS80 +towgs84=0,0,0
6596,32148	NAD83(2011) / Washington North	-124.79 47.08 -117.02 49.05	+proj=lcc +lat_0=47 +lon_0=-120.833333333333 +lat_1=48.7333333333333 +lat_2=47.5 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6598,32149	NAD83(2011) / Washington South	-124.4 45.54 -116.91 47.61	+proj=lcc +lat_0=45.3333333333333 +lon_0=-120.5 +lat_1=47.3333333333333 +lat_2=45.8333333333333 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6600,32150	NAD83(2011) / West Virginia North	-81.76 38.76 -77.72 40.64	+proj=lcc +lat_0=38.5 +lon_0=-79.5 +lat_1=40.25 +lat_2=39 +x_0=600000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6601,26853	NAD83(2011) / West Virginia North (ftUS)	-81.76 38.76 -77.72 40.64	+proj=lcc +lat_0=38.5 +lon_0=-79.5 +lat_1=40.25 +lat_2=39 +x_0=600000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
6602,32151	NAD83(2011) / West Virginia South	-82.65 37.2 -79.05 39.17	+proj=lcc +lat_0=37 +lon_0=-81 +lat_1=38.8833333333333 +lat_2=37.4833333333333 +x_0=600000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6603,26854	NAD83(2011) / West Virginia South (ftUS)	-82.65 37.2 -79.05 39.17	+proj=lcc +lat_0=37 +lon_0=-81 +lat_1=38.8833333333333 +lat_2=37.4833333333333 +x_0=600000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
6606,32152	NAD83(2011) / Wisconsin North	-92.89 45.37 -88.05 47.31	+proj=lcc +lat_0=45.1666666666667 +lon_0=-90 +lat_1=46.7666666666667 +lat_2=45.5666666666667 +x_0=600000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6608,32154	NAD83(2011) / Wisconsin South	-91.43 42.48 -86.95 44.33	+proj=lcc +lat_0=42 +lon_0=-90 +lat_1=44.0666666666667 +lat_2=42.7333333333333 +x_0=600000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6611,32155	NAD83(2011) / Wyoming East	-106.33 40.99 -104.05 45.01	+proj=tmerc +lat_0=40.5 +lon_0=-105.166666666667 +k=0.9999375 +x_0=200000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6613,32156	NAD83(2011) / Wyoming East Central	-108.63 40.99 -106 45.01	+proj=tmerc +lat_0=40.5 +lon_0=-107.333333333333 +k=0.9999375 +x_0=400000 +y_0=100000 +ellps=GRS80 +towgs84=0,0,0
6615,32158	NAD83(2011) / Wyoming West	-111.06 40.99 -109.04 44.67	+proj=tmerc +lat_0=40.5 +lon_0=-110.083333333333 +k=0.9999375 +x_0=800000 +y_0=100000 +ellps=GRS80 +towgs84=0,0,0
6617,32157	NAD83(2011) / Wyoming West Central	-111.06 40.99 -107.5 45.01	+proj=tmerc +lat_0=40.5 +lon_0=-108.75 +k=0.9999375 +x_0=600000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6619,32143	NAD83(2011) / Utah Central	-114.05 38.49 -109.04 41.08	+proj=lcc +lat_0=38.3333333333333 +lon_0=-111.5 +lat_1=40.65 +lat_2=39.0166666666667 +x_0=500000 +y_0=2000000 +ellps=GRS80 +towgs84=0,0,0
6620,32142	NAD83(2011) / Utah North	-114.04 40.55 -109.04 42.01	+proj=lcc +lat_0=40.3333333333333 +lon_0=-111.5 +lat_1=41.7833333333333 +lat_2=40.7166666666667 +x_0=500000 +y_0=1000000 +ellps=GRS80 +towgs84=0,0,0
6621,32144	NAD83(2011) / Utah South	-114.05 36.99 -109.04 38.58	+proj=lcc +lat_0=36.6666666666667 +lon_0=-111.5 +lat_1=38.35 +lat_2=37.2166666666667 +x_0=500000 +y_0=3000000 +ellps=GRS80 +towgs84=0,0,0
6623	NAD83 / Quebec Albers	-79.85 44.99 -57.1 62.62	+proj=aea +lat_0=44 +lon_0=-68.5 +lat_1=60 +lat_2=46 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6876	RDN2008 / Zone 12 (N-E)	5.93 34.76 18.99 47.1	+proj=tmerc +lat_0=0 +lon_0=12 +k=1 +x_0=3000000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6879,32153	NAD83(2011) / Wisconsin Central	-92.89 43.98 -86.25 45.8	+proj=lcc +lat_0=43.8333333333333 +lon_0=-90 +lat_1=45.5 +lat_2=44.25 +x_0=600000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6922,6924	NAD83 / Kansas LCC	-102.06 36.99 -94.58 40.01	+proj=lcc +lat_0=36 +lon_0=-98.25 +lat_1=39.5 +lat_2=37.5 +x_0=400000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
6923,6925	NAD83 / Kansas LCC (ftUS)	-102.06 36.99 -94.58 40.01	+proj=lcc +lat_0=36 +lon_0=-98.25 +lat_1=39.5 +lat_2=37.5 +x_0=399999.99998984 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
7131	NAD83(2011) / San Francisco CS13	-123.56 36.85 -121.2 38.87	+proj=tmerc +lat_0=37.75 +lon_0=-122.45 +k=1.000007 +x_0=48000 +y_0=24000 +ellps=GRS80 +towgs84=0,0,0
7132	NAD83(2011) / San Francisco CS13 (ftUS)	-123.56 36.85 -121.2 38.87	+proj=tmerc +lat_0=37.75 +lon_0=-122.45 +k=1.000007 +x_0=48000 +y_0=24000 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
7801	BGS2005 / CCS2005	22.36 41.24 28.68 44.23	+proj=lcc +lat_0=42.6678756833333 +lon_0=25.5 +lat_1=42 +lat_2=43.3333333333333 +x_0=500000 +y_0=4725824.3591 +ellps=GRS80 +towgs84=0,0,0
7845	GDA2020 / GA LCC	112.85 -43.7 153.69 -9.86	+proj=lcc +lat_0=0 +lon_0=134 +lat_1=-18 +lat_2=-36 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
7848,28348	GDA2020 / MGA zone 48	102.14 -34.68 108.01 -8.87	+proj=utm +zone=48 +south +ellps=GRS80 +towgs84=0,0,0
7849,28349	GDA2020 / MGA zone 49	108 -37.84 114.01 -10.72	+proj=utm +zone=49 +south +ellps=GRS80 +towgs84=0,0,0
7850,28350	GDA2020 / MGA zone 50	114 -38.53 120.01 -12.06	+proj=utm +zone=50 +south +ellps=GRS80 +towgs84=0,0,0
7851,28351	GDA2020 / MGA zone 51	120 -38.07 126.01 -10.46	+proj=utm +zone=51 +south +ellps=GRS80 +towgs84=0,0,0
7852,28352	GDA2020 / MGA zone 52	125.99 -37.38 132 -9.1	+proj=utm +zone=52 +south +ellps=GRS80 +towgs84=0,0,0
7853,28353	GDA2020 / MGA zone 53	132 -40.71 138.01 -8.88	+proj=utm +zone=53 +south +ellps=GRS80 +towgs84=0,0,0
7854,28354	GDA2020 / MGA zone 54	138 -48.19 144.01 -9.08	+proj=utm +zone=54 +south +ellps=GRS80 +towgs84=0,0,0
7855,28355	GDA2020 / MGA zone 55	144 -50.89 150.01 -9.23	+proj=utm +zone=55 +south +ellps=GRS80 +towgs84=0,0,0
7856,28356	GDA2020 / MGA zone 56	150 -58.96 156 -13.87	+proj=utm +zone=56 +south +ellps=GRS80 +towgs84=0,0,0
7857,28357	GDA2020 / MGA zone 57	156 -60.56 162.01 -14.08	+proj=utm +zone=57 +south +ellps=GRS80 +towgs84=0,0,0
7858,28358	GDA2020 / MGA zone 58	162 -59.39 168 -25.94	+proj=utm +zone=58 +south +ellps=GRS80 +towgs84=0,0,0
7899	GDA2020 / Vicgrid	140.96 -39.2 150.04 -33.98	+proj=lcc +lat_0=-37 +lon_0=145 +lat_1=-36 +lat_2=-38 +x_0=2500000 +y_0=2500000 +ellps=GRS80 +towgs84=0,0,0
8058	GDA2020 / NSW Lambert	140.99 -37.53 153.69 -28.15	+proj=lcc +lat_0=-33.25 +lon_0=147 +lat_1=-30.75 +lat_2=-35.75 +x_0=9300000 +y_0=4500000 +ellps=GRS80 +towgs84=0,0,0
8059	GDA2020 / SA Lambert	128.99 -38.13 141.01 -25.99	+proj=lcc +lat_0=-32 +lon_0=135 +lat_1=-28 +lat_2=-36 +x_0=1000000 +y_0=2000000 +ellps=GRS80 +towgs84=0,0,0
8065	NAD83(2011) / PCCS zone 1 (ft)	-111.57 31.43 -110.44 32.52	+proj=omerc +lat_0=32.25 +lonc=-111.4 +alpha=45 +gamma=45 +k=1.00011 +x_0=48768 +y_0=243840 +ellps=GRS80 +units=ft +towgs84=0,0,0
8066	NAD83(2011) / PCCS zone 2 (ft)	-112.52 31.5 -111.56 32.51	+proj=tmerc +lat_0=31.25 +lon_0=-112.166666666667 +k=1.00009 +x_0=548640 +y_0=304800 +ellps=GRS80 +units=ft +towgs84=0,0,0
8067	NAD83(2011) / PCCS zone 3 (ft)	-113.33 31.8 -112.51 32.51	+proj=tmerc +lat_0=31.5 +lon_0=-113.166666666667 +k=1.000055 +x_0=182880 +y_0=0 +ellps=GRS80 +units=ft +towgs84=0,0,0
8068	NAD83(2011) / PCCS zone 4 (ft)	-110.87 32.33 -110.61 32.49	+proj=lcc +lat_1=30.5 +lat_0=30.5 +lon_0=-110.75 +k=0.9998 +x_0=9144 +y_0=-188976 +ellps=GRS80 +units=ft +towgs84=0,0,0
8088	ISN2016 / Lambert 2016	-30.87 59.96 -5.55 69.59	+proj=lcc +lat_0=65 +lon_0=-19 +lat_1=64.25 +lat_2=65.75 +x_0=2700000 +y_0=300000 +ellps=GRS80 +towgs84=0,0,0
8353	S-JTSK [JTSK03] / Krovak East North	16.84 47.73 22.56 49.61	+proj=krovak +lat_0=49.5 +lon_0=24.8333333333333 +alpha=30.2881397527778 +k=0.9999 +x_0=0 +y_0=0 +ellps=bessel +towgs84=485.021,169.465,483.839,7.786342,4.397554,4.102655,0
8379	NAD83 / NCRS Las Vegas (m)	-115.5 35.88 -114.71 36.43	+proj=tmerc +lat_0=36.25 +lon_0=-114.966666666667 +k=1.0001 +x_0=100000 +y_0=200000 +ellps=GRS80 +towgs84=0,0,0
8380	NAD83 / NCRS Las Vegas (ftUS)	-115.5 35.88 -114.71 36.43	+proj=tmerc +lat_0=36.25 +lon_0=-114.966666666667 +k=1.0001 +x_0=99999.99998984 +y_0=200000.00001016 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
8381	NAD83 / NCRS Las Vegas high (m)	-115.5 35.88 -114.71 36.43	+proj=tmerc +lat_0=36.25 +lon_0=-114.966666666667 +k=1.000135 +x_0=300000 +y_0=400000 +ellps=GRS80 +towgs84=0,0,0
8382	NAD83 / NCRS Las Vegas high (ftUS)	-115.5 35.88 -114.71 36.43	+proj=tmerc +lat_0=36.25 +lon_0=-114.966666666667 +k=1.000135 +x_0=300000 +y_0=399999.99998984 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
8686	MGI 1901 / Slovenia Grid	13.38 45.42 16.61 46.88	+proj=tmerc +lat_0=0 +lon_0=15 +k=0.9999 +x_0=500000 +y_0=0 +ellps=bessel +towgs84=476.08,125.947,417.81,4.610862,2.388137,-11.942335,9.896638
8826	NAD83 / Idaho Transverse Mercator	-117.24 41.99 -111.04 49.01	+proj=tmerc +lat_0=42 +lon_0=-114 +k=0.9996 +x_0=2500000 +y_0=1200000 +ellps=GRS80 +towgs84=0,0,0
9271	MGI / Austria West	9.53 46.77 11.84 47.61	+proj=tmerc +lat_0=0 +lon_0=10.3333333333333 +k=1 +x_0=0 +y_0=0 +ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232
9272	MGI / Austria Central	11.83 46.4 14.84 48.79	+proj=tmerc +lat_0=0 +lon_0=13.3333333333333 +k=1 +x_0=0 +y_0=0 +ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232
9273	MGI / Austria East	14.83 46.56 17.17 49.02	+proj=tmerc +lat_0=0 +lon_0=16.3333333333333 +k=1 +x_0=0 +y_0=0 +ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232
9404,9406	PN68 / UTM zone 27N	-18.22 27.59 -18 27.88	+proj=utm +zone=27 +ellps=intl +towgs84=-307,-92,127
9405,9407	PN68 / UTM zone 28N	-18.06 27.58 -13.37 29.47	+proj=utm +zone=28 +ellps=intl +towgs84=-307,-92,127
9473	GDA2020 / Australian Albers	112.85 -43.7 153.69 -9.86	+proj=aea +lat_0=0 +lon_0=132 +lat_1=-18 +lat_2=-36 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
9674	NAD83 / USFS R6 Albers	-124.79 41.98 -116.47 49.05	+proj=aea +lat_0=34 +lon_0=-120 +lat_1=43 +lat_2=48 +x_0=600000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
9748	NAD83(2011) / Alabama East (ftUS)	-86.79 30.99 -84.89 35	+proj=tmerc +lat_0=30.5 +lon_0=-85.8333333333333 +k=0.99996 +x_0=200000.0001016 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
9749	NAD83(2011) / Alabama West (ftUS)	-88.48 30.14 -86.3 35.02	+proj=tmerc +lat_0=30 +lon_0=-87.5 +k=0.999933333 +x_0=600000 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
9947	ISN2004 / LAEA Iceland	-30.87 59.96 -5.55 69.59	+proj=laea +lat_0=65 +lon_0=-19 +x_0=1700000 +y_0=1300000 +ellps=GRS80 +towgs84=0,0,0
10477	BBT2000 / BBT-TM	11.04 46.45 11.91 47.33	+proj=tmerc +lat_0=46.9807763055556 +lon_0=11.52849375 +k=1.000121 +x_0=20000 +y_0=100000 +ellps=WGS84 +towgs84=0,0,0
10481	NAD83 / TWDB GM	-106.66 25.83 -93.5 36.5	+proj=aea +lat_0=31.25 +lon_0=-100 +lat_1=27.5 +lat_2=35 +x_0=1500000 +y_0=6000000 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
20050	NAD83(2011) / Amtrak NECCS21 (ft)	-78.51 38.64 -70.48 42.74	+proj=omerc +lat_0=40.8333333333333 +lonc=-74 +alpha=58 +gamma=58 +k=0.99999 +x_0=457200 +y_0=457200 +ellps=GRS80 +units=ft +towgs84=0,0,0
20790	Lisbon (Lisbon) / Portuguese National Grid	-9.56 36.95 -6.19 42.16	+proj=tmerc +lat_0=39.6666666666667 +lon_0=1 +k=1 +x_0=200000 +y_0=300000 +ellps=intl +pm=lisbon +towgs84=-288.885,-91.744,126.244,-1.691,0.41,-0.211,-4.598
20791	Lisbon (Lisbon) / Portuguese Grid	-9.56 36.95 -6.19 42.16	+proj=tmerc +lat_0=39.6666666666667 +lon_0=1 +k=1 +x_0=0 +y_0=0 +ellps=intl +pm=lisbon +towgs84=-288.885,-91.744,126.244,-1.691,0.41,-0.211,-4.598
21780	CH1903 (Bern) / LV03C	5.96 45.82 10.49 47.81	+proj=somerc +lat_0=46.9524055555556 +lon_0=0 +k=1 +x_0=0 +y_0=0 +ellps=bessel +pm=bern +towgs84=674.374,15.056,405.346
21781	CH1903 / LV03	5.96 45.82 10.49 47.81	+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k=1 +x_0=600000 +y_0=200000 +ellps=bessel +towgs84=674.374,15.056,405.346
21782	CH1903 / LV03C-G	9.47 47.05 9.64 47.28	+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k=1 +x_0=0 +y_0=0 +ellps=bessel +towgs84=674.374,15.056,405.346
23029	ED50 / UTM zone 29N	-12 36.13 -6 62.41	+proj=utm +zone=29 +ellps=intl +towgs84=-131,-100.3,-163.4,-1.244,-0.02,-1.144,9.39
23030	ED50 / UTM zone 30N	-6 35.26 0.01 80.49	+proj=utm +zone=30 +ellps=intl +towgs84=-131,-100.3,-163.4,-1.244,-0.02,-1.144,9.39
23031	ED50 / UTM zone 31N	0 38.56 6 82.45	+proj=utm +zone=31 +ellps=intl +towgs84=-131,-100.3,-163.4,-1.244,-0.02,-1.144,9.39
23032	ED50 / UTM zone 32N	6 36.53 12 84.33	+proj=utm +zone=32 +ellps=intl +towgs84=-87,-98,-121
23033	ED50 / UTM zone 33N	12 34.49 18.01 84.42	+proj=utm +zone=33 +ellps=intl +towgs84=-87,-98,-121
23034	ED50 / UTM zone 34N	17.99 33.59 24.01 84.54	+proj=utm +zone=34 +ellps=intl +towgs84=-87,-98,-121
23035	ED50 / UTM zone 35N	24 25.71 30.01 84.73	+proj=utm +zone=35 +ellps=intl +towgs84=-87,-98,-121
23036	ED50 / UTM zone 36N	30 29.19 36 84.7	+proj=utm +zone=36 +ellps=intl +towgs84=-89.05,-87.03,-124.56
23037	ED50 / UTM zone 37N	36 29.18 42 79.07	+proj=utm +zone=37 +ellps=intl +towgs84=-89.05,-87.03,-124.56
23038	ED50 / UTM zone 38N	42 36.97 44.83 41.6	+proj=utm +zone=38 +ellps=intl +towgs84=-84.1,-101.8,-129.7,0,0,0.468,1.05
23700	HD72 / EOV	16.11 45.74 22.9 48.58	+proj=somerc +lat_0=47.1443937222222 +lon_0=19.0485717777778 +k=0.99993 +x_0=650000 +y_0=200000 +ellps=GRS67 +towgs84=52.17,-71.82,-14.9
25884	ETRS89 / TM Baltic93	19.02 53.89 28.24 60	+proj=tmerc +lat_0=0 +lon_0=24 +k=0.9996 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
26852	NAD83 / Nebraska (ftUS)	-104.06 39.99 -95.3 43.01	+proj=lcc +lat_0=39.8333333333333 +lon_0=-100 +lat_1=43 +lat_2=40 +x_0=500000.00001016 +y_0=0 +ellps=GRS80 +units=us-ft +towgs84=0,0,0
26891	NAD83(CSRS) / MTM zone 11	-83.6 41.67 -81 46	+proj=tmerc +lat_0=0 +lon_0=-82.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
26892	NAD83(CSRS) / MTM zone 12	-82.5 46 -79.5 55.21	+proj=tmerc +lat_0=0 +lon_0=-81 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
26893	NAD83(CSRS) / MTM zone 13	-85.5 46 -82.5 55.59	+proj=tmerc +lat_0=0 +lon_0=-84 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
26894	NAD83(CSRS) / MTM zone 14	-88.5 47.17 -85.5 56.7	+proj=tmerc +lat_0=0 +lon_0=-87 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
26895	NAD83(CSRS) / MTM zone 15	-91.5 47.97 -88.5 56.9	+proj=tmerc +lat_0=0 +lon_0=-90 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
26896	NAD83(CSRS) / MTM zone 16	-94.5 48.06 -91.5 55.2	+proj=tmerc +lat_0=0 +lon_0=-93 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
26897	NAD83(CSRS) / MTM zone 17	-95.16 48.69 -94.5 53.24	+proj=tmerc +lat_0=0 +lon_0=-96 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
26898	NAD83(CSRS) / MTM zone 1	-54.5 46.56 -52.54 49.89	+proj=tmerc +lat_0=0 +lon_0=-53 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
26899	NAD83(CSRS) / MTM zone 2	-57.5 46.81 -54.49 54.71	+proj=tmerc +lat_0=0 +lon_0=-56 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=-0.991,1.9072,0.5129,0.02579,0.00965,0.01166,0
26940	NAD83 / Alaska zone 10	172.42 51.3 -164.84 54.34	+proj=lcc +lat_0=51 +lon_0=-176 +lat_1=53.8333333333333 +lat_2=51.8333333333333 +x_0=1000000 +y_0=0 +ellps=GRS80 +towgs84=-2,0,4
26961	NAD83 / Hawaii zone 1	-156.1 18.87 -154.74 20.33	+proj=tmerc +lat_0=18.8333333333333 +lon_0=-155.5 +k=0.999966667 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=1,1,-1
26962	NAD83 / Hawaii zone 2	-157.36 20.45 -155.93 21.26	+proj=tmerc +lat_0=20.3333333333333 +lon_0=-156.666666666667 +k=0.999966667 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=1,1,-1
26963	NAD83 / Hawaii zone 3	-158.33 21.2 -157.61 21.75	+proj=tmerc +lat_0=21.1666666666667 +lon_0=-158 +k=0.99999 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=1,1,-1
26964	NAD83 / Hawaii zone 4	-159.85 21.81 -159.23 22.29	+proj=tmerc +lat_0=21.8333333333333 +lon_0=-159.5 +k=0.99999 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=1,1,-1
26965	NAD83 / Hawaii zone 5	-160.3 21.73 -159.99 22.07	+proj=tmerc +lat_0=21.6666666666667 +lon_0=-160.166666666667 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +towgs84=1,1,-1
27200	NZGD49 / New Zealand Map Grid	166.37 -47.33 178.63 -34.1	+proj=nzmg +lat_0=-41 +lon_0=173 +x_0=2510000 +y_0=6023150 +ellps=intl +towgs84=59.47,-5.04,187.44,0.47,-0.1,1.024,-4.5993
27258	NZGD49 / UTM zone 58S	165.87 -47.65 168 -42.59	+proj=utm +zone=58 +south +ellps=intl +towgs84=59.47,-5.04,187.44,0.47,-0.1,1.024,-4.5993
27259	NZGD49 / UTM zone 59S	168 -47.64 174 -33.89	+proj=utm +zone=59 +south +ellps=intl +towgs84=59.47,-5.04,187.44,0.47,-0.1,1.024,-4.5993
27260	NZGD49 / UTM zone 60S	174 -44.13 179.27 -34.24	+proj=utm +zone=60 +south +ellps=intl +towgs84=59.47,-5.04,187.44,0.47,-0.1,1.024,-4.5993
27291	NZGD49 / North Island Grid	171.99 -41.67 178.63 -34.1	+proj=tmerc +lat_0=-39 +lon_0=175.5 +k=1 +x_0=274319.524384809 +y_0=365759.365846411 +ellps=intl +to_meter=0.914398414616029 +towgs84=59.47,-5.04,187.44,0.47,-0.1,1.024,-4.5993
27292	NZGD49 / South Island Grid	166.37 -47.33 174.46 -40.44	+proj=tmerc +lat_0=-44 +lon_0=171.5 +k=1 +x_0=457199.207308014 +y_0=457199.207308014 +ellps=intl +to_meter=0.914398414616029 +towgs84=59.47,-5.04,187.44,0.47,-0.1,1.024,-4.5993
27391	NGO 1948 (Oslo) / NGO zone I	4.39 57.92 7.23 63.17	+proj=tmerc +lat_0=58 +lon_0=-4.66666666666667 +k=1 +x_0=0 +y_0=0 +a=6377492.018 +rf=299.1528128 +pm=oslo +towgs84=278.3,93,474.5,7.889,0.05,-6.61,6.21
27392	NGO 1948 (Oslo) / NGO zone II	7.22 57.9 9.56 64.23	+proj=tmerc +lat_0=58 +lon_0=-2.33333333333333 +k=1 +x_0=0 +y_0=0 +a=6377492.018 +rf=299.1528128 +pm=oslo +towgs84=278.3,93,474.5,7.889,0.05,-6.61,6.21
27393	NGO 1948 (Oslo) / NGO zone III	9.55 58.78 11.98 67.58	+proj=tmerc +lat_0=58 +lon_0=0 +k=1 +x_0=0 +y_0=0 +a=6377492.018 +rf=299.1528128 +pm=oslo +towgs84=278.3,93,474.5,7.889,0.05,-6.61,6.21
27394	NGO 1948 (Oslo) / NGO zone IV	11.97 59.88 15.06 69.1	+proj=tmerc +lat_0=58 +lon_0=2.5 +k=1 +x_0=0 +y_0=0 +a=6377492.018 +rf=299.1528128 +pm=oslo +towgs84=278.3,93,474.5,7.889,0.05,-6.61,6.21
27395	NGO 1948 (Oslo) / NGO zone V	15.05 66.15 18.89 70.27	+proj=tmerc +lat_0=58 +lon_0=6.16666666666667 +k=1 +x_0=0 +y_0=0 +a=6377492.018 +rf=299.1528128 +pm=oslo +towgs84=278.3,93,474.5,7.889,0.05,-6.61,6.21
27396	NGO 1948 (Oslo) / NGO zone VI	18.88 68.33 22.89 70.93	+proj=tmerc +lat_0=58 +lon_0=10.1666666666667 +k=1 +x_0=0 +y_0=0 +a=6377492.018 +rf=299.1528128 +pm=oslo +towgs84=278.3,93,474.5,7.889,0.05,-6.61,6.21
27397	NGO 1948 (Oslo) / NGO zone VII	22.88 68.58 26.98 71.24	+proj=tmerc +lat_0=58 +lon_0=14.1666666666667 +k=1 +x_0=0 +y_0=0 +a=6377492.018 +rf=299.1528128 +pm=oslo +towgs84=278.3,93,474.5,7.889,0.05,-6.61,6.21
27398	NGO 1948 (Oslo) / NGO zone VIII	26.97 69.02 31.32 71.19	+proj=tmerc +lat_0=58 +lon_0=18.3333333333333 +k=1 +x_0=0 +y_0=0 +a=6377492.018 +rf=299.1528128 +pm=oslo +towgs84=278.3,93,474.5,7.889,0.05,-6.61,6.21
27429	Datum 73 / UTM zone 29N	-9.56 36.95 -6.19 42.16	+proj=utm +zone=29 +ellps=intl +towgs84=-239.749,88.181,30.488,0.263,0.082,1.211,2.229
27493	Datum 73 / Modified Portuguese Grid	-9.56 36.95 -6.19 42.16	+proj=tmerc +lat_0=39.6666666666667 +lon_0=-8.13190611111111 +k=1 +x_0=180.598 +y_0=-86.99 +ellps=intl +towgs84=-239.749,88.181,30.488,0.263,0.082,1.211,2.229
27561	NTF (Paris) / Lambert Nord France	-4.87 48.14 8.23 51.14	+proj=lcc +lat_1=49.5 +lat_0=49.5 +lon_0=0 +k=0.999877341 +x_0=600000 +y_0=200000 +ellps=clrk80ign +pm=paris +towgs84=-168,-60,320
27562	NTF (Paris) / Lambert Centre France	-4.8 45.44 7.63 48.15	+proj=lcc +lat_1=46.8 +lat_0=46.8 +lon_0=0 +k=0.99987742 +x_0=600000 +y_0=200000 +ellps=clrk80ign +pm=paris +towgs84=-168,-60,320
27563	NTF (Paris) / Lambert Sud France	-1.79 42.33 7.71 45.46	+proj=lcc +lat_1=44.1 +lat_0=44.1 +lon_0=0 +k=0.999877499 +x_0=600000 +y_0=200000 +ellps=clrk80ign +pm=paris +towgs84=-168,-60,320
27564	NTF (Paris) / Lambert Corse	8.5 41.31 9.63 43.07	+proj=lcc +lat_1=42.165 +lat_0=42.165 +lon_0=0 +k=0.99994471 +x_0=234.358 +y_0=185861.369 +ellps=clrk80ign +pm=paris +towgs84=-168,-60,320
27572	NTF (Paris) / Lambert zone II	-4.87 42.33 8.23 51.14	+proj=lcc +lat_1=46.8 +lat_0=46.8 +lon_0=0 +k=0.99987742 +x_0=600000 +y_0=2200000 +ellps=clrk80ign +pm=paris +towgs84=-168,-60,320
27700	OSGB36 / British National Grid	-9.01 49.75 2.01 61.01	+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489
28991	Amersfoort / RD Old	3.2 50.75 7.22 53.7	+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=0 +y_0=0 +ellps=bessel +towgs84=565.4171,50.3319,465.5524,-0.398957,0.343988,-1.877402,4.0725
28992	Amersfoort / RD New	3.2 50.75 7.22 53.7	+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel +towgs84=565.4171,50.3319,465.5524,-0.398957,0.343988,-1.877402,4.0725
29901	OSNI 1952 / Irish National Grid	-8.18 53.96 -5.34 55.36	+proj=tmerc +lat_0=53.5 +lon_0=-8 +k=1 +x_0=200000 +y_0=250000 +ellps=airy +towgs84=482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15
29902,29903	TM65 / Irish Grid	-10.56 51.39 -5.93 55.43	+proj=tmerc +lat_0=53.5 +lon_0=-8 +k=1.000035 +x_0=200000 +y_0=250000 +a=6377340.189 +rf=299.3249646 +towgs84=482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15
31251	MGI (Ferro) / Austria GK West Zone	9.53 46.77 11.84 47.61	+proj=tmerc +lat_0=0 +lon_0=28 +k=1 +x_0=0 +y_0=-5000000 +ellps=bessel +pm=ferro +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232
31252	MGI (Ferro) / Austria GK Central Zone	11.83 46.4 14.84 48.79	+proj=tmerc +lat_0=0 +lon_0=31 +k=1 +x_0=0 +y_0=-5000000 +ellps=bessel +pm=ferro +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232
31253	MGI (Ferro) / Austria GK East Zone	14.83 46.56 17.17 49.02	+proj=tmerc +lat_0=0 +lon_0=34 +k=1 +x_0=0 +y_0=-5000000 +ellps=bessel +pm=ferro +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232
31254	MGI / Austria GK West	9.53 46.77 11.84 47.61	+proj=tmerc +lat_0=0 +lon_0=10.3333333333333 +k=1 +x_0=0 +y_0=-5000000 +ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232
31255	MGI / Austria GK Central	11.83 46.4 14.84 48.79	+proj=tmerc +lat_0=0 +lon_0=13.3333333333333 +k=1 +x_0=0 +y_0=-5000000 +ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232
31256	MGI / Austria GK East	14.83 46.56 17.17 49.02	+proj=tmerc +lat_0=0 +lon_0=16.3333333333333 +k=1 +x_0=0 +y_0=-5000000 +ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232
31257	MGI / Austria GK M28	9.53 46.77 11.84 47.61	+proj=tmerc +lat_0=0 +lon_0=10.3333333333333 +k=1 +x_0=150000 +y_0=-5000000 +ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232
31258	MGI / Austria GK M31	11.83 46.4 14.84 48.79	+proj=tmerc +lat_0=0 +lon_0=13.3333333333333 +k=1 +x_0=450000 +y_0=-5000000 +ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232
31259	MGI / Austria GK M34	14.83 46.56 17.17 49.02	+proj=tmerc +lat_0=0 +lon_0=16.3333333333333 +k=1 +x_0=750000 +y_0=-5000000 +ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232
31281	MGI (Ferro) / Austria West Zone	9.53 46.77 11.84 47.61	+proj=tmerc +lat_0=0 +lon_0=28 +k=1 +x_0=0 +y_0=0 +ellps=bessel +pm=ferro +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232
31282	MGI (Ferro) / Austria Central Zone	11.83 46.4 14.84 48.79	+proj=tmerc +lat_0=0 +lon_0=31 +k=1 +x_0=0 +y_0=0 +ellps=bessel +pm=ferro +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232
31283	MGI (Ferro) / Austria East Zone	14.83 46.56 17.17 49.02	+proj=tmerc +lat_0=0 +lon_0=34 +k=1 +x_0=0 +y_0=0 +ellps=bessel +pm=ferro +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232
31284	MGI / Austria M28	9.53 46.77 11.84 47.61	+proj=tmerc +lat_0=0 +lon_0=10.3333333333333 +k=1 +x_0=150000 +y_0=0 +ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232
31285	MGI / Austria M31	11.83 46.4 14.84 48.79	+proj=tmerc +lat_0=0 +lon_0=13.3333333333333 +k=1 +x_0=450000 +y_0=0 +ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232
31286	MGI / Austria M34	14.83 46.56 17.17 49.02	+proj=tmerc +lat_0=0 +lon_0=16.3333333333333 +k=1 +x_0=750000 +y_0=0 +ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232
31287	MGI / Austria Lambert	9.53 46.4 17.17 49.02	+proj=lcc +lat_0=47.5 +lon_0=13.3333333333333 +lat_1=49 +lat_2=46 +x_0=400000 +y_0=400000 +ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232
31288	MGI (Ferro) / Austria zone M28	9.53 46.77 11.84 47.61	+proj=tmerc +lat_0=0 +lon_0=28 +k=1 +x_0=150000 +y_0=0 +ellps=bessel +pm=ferro +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232
31289	MGI (Ferro) / Austria zone M31	11.83 46.4 14.84 48.79	+proj=tmerc +lat_0=0 +lon_0=31 +k=1 +x_0=450000 +y_0=0 +ellps=bessel +pm=ferro +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232
31290	MGI (Ferro) / Austria zone M34	14.83 46.56 17.17 49.02	+proj=tmerc +lat_0=0 +lon_0=34 +k=1 +x_0=750000 +y_0=0 +ellps=bessel +pm=ferro +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232
31300	BD72 / Belge Lambert 72	2.5 49.5 6.4 51.51	+proj=lcc +lat_0=90 +lon_0=4.35693972222222 +lat_1=49.8333333333333 +lat_2=51.1666666666667 +x_0=150000.01256 +y_0=5400088.4378 +ellps=intl +towgs84=-106.8686,52.2978,-103.7239,0.3366,-0.457,1.8422,-1.2747
31370	BD72 / Belgian Lambert 72	2.5 49.5 6.4 51.51	+proj=lcc +lat_0=90 +lon_0=4.36748666666667 +lat_1=51.1666672333333 +lat_2=49.8333339 +x_0=150000.013 +y_0=5400088.438 +ellps=intl +towgs84=-106.8686,52.2978,-103.7239,0.3366,-0.457,1.8422,-1.2747
31466	DHDN / 3-degree Gauss-Kruger zone 2	5.86 49.11 7.51 53.81	+proj=tmerc +lat_0=0 +lon_0=6 +k=1 +x_0=2500000 +y_0=0 +ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7
31467	DHDN / 3-degree Gauss-Kruger zone 3	7.5 47.27 10.51 55.09	+proj=tmerc +lat_0=0 +lon_0=9 +k=1 +x_0=3500000 +y_0=0 +ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7
31468	DHDN / 3-degree Gauss-Kruger zone 4	10.5 47.39 13.51 54.59	+proj=tmerc +lat_0=0 +lon_0=12 +k=1 +x_0=4500000 +y_0=0 +ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7
31469	DHDN / 3-degree Gauss-Kruger zone 5	13.5 48.51 13.84 48.98	+proj=tmerc +lat_0=0 +lon_0=15 +k=1 +x_0=5500000 +y_0=0 +ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7
31600	Dealul Piscului 1930 / Stereo 33	20.26 43.62 29.74 48.27	+proj=sterea +lat_0=45.9 +lon_0=25.3924658888889 +k=0.9996667 +x_0=500000 +y_0=500000 +ellps=intl +towgs84=103.25,-100.4,-307.19
32159	NAD83 / Wyoming Lambert	-111.06 40.99 -104.05 45.01	+proj=lcc +lat_0=41 +lon_0=-107.5 +lat_1=41 +lat_2=45 +x_0=500000 +y_0=200000 +ellps=GRS80 +towgs84=0,0,0
32181	NAD83 / MTM zone 1	-54.5 46.56 -52.54 49.89	+proj=tmerc +lat_0=0 +lon_0=-53 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
32182	NAD83 / MTM zone 2	-57.5 46.81 -54.49 54.71	+proj=tmerc +lat_0=0 +lon_0=-56 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
32183	NAD83 / MTM zone 3	-60 47.5 -57.1 55.38	+proj=tmerc +lat_0=0 +lon_0=-58.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
32184	NAD83 / MTM zone 4	-63 47.16 -60 58.92	+proj=tmerc +lat_0=0 +lon_0=-61.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
32185	NAD83 / MTM zone 5	-66 47.95 -63 60.52	+proj=tmerc +lat_0=0 +lon_0=-64.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
32186	NAD83 / MTM zone 6	-69 47.31 -66 59	+proj=tmerc +lat_0=0 +lon_0=-67.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
32187	NAD83 / MTM zone 7	-72 45.01 -69 61.8	+proj=tmerc +lat_0=0 +lon_0=-70.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
32188	NAD83 / MTM zone 8	-75 44.98 -72 62.53	+proj=tmerc +lat_0=0 +lon_0=-73.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
32189	NAD83 / MTM zone 9	-78 43.63 -75 62.65	+proj=tmerc +lat_0=0 +lon_0=-76.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
32190	NAD83 / MTM zone 10	-81 42.26 -78 62.45	+proj=tmerc +lat_0=0 +lon_0=-79.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
32191	NAD83 / MTM zone 11	-83.6 41.67 -81 46	+proj=tmerc +lat_0=0 +lon_0=-82.5 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
32192	NAD83 / MTM zone 12	-82.5 46 -79.5 55.21	+proj=tmerc +lat_0=0 +lon_0=-81 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
32193	NAD83 / MTM zone 13	-85.5 46 -82.5 55.59	+proj=tmerc +lat_0=0 +lon_0=-84 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
32194	NAD83 / MTM zone 14	-88.5 47.17 -85.5 56.7	+proj=tmerc +lat_0=0 +lon_0=-87 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
32195	NAD83 / MTM zone 15	-91.5 47.97 -88.5 56.9	+proj=tmerc +lat_0=0 +lon_0=-90 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
32196	NAD83 / MTM zone 16	-94.5 48.06 -91.5 55.2	+proj=tmerc +lat_0=0 +lon_0=-93 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
32197	NAD83 / MTM zone 17	-95.16 48.69 -94.5 53.24	+proj=tmerc +lat_0=0 +lon_0=-96 +k=0.9999 +x_0=304800 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
32198	NAD83 / Quebec Lambert	-79.85 44.99 -57.1 62.62	+proj=lcc +lat_0=44 +lon_0=-68.5 +lat_1=60 +lat_2=46 +x_0=0 +y_0=0 +ellps=GRS80 +towgs84=0,0,0
32199	NAD83 / Louisiana Offshore	-94.05 28.85 -88.75 33.03	+proj=lcc +lat_0=25.5 +lon_0=-91.3333333333333 +lat_1=27.8333333333333 +lat_2=26.1666666666667 +x_0=1000000 +y_0=0 +ellps=GRS80 +towgs84=0,0,0`;
