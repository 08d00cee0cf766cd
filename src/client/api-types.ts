// Made by src/pack/api-types.js, from ba21623a3a5544eb1baa52b494845b854c7325379d636004cb2a66879e646469.
export interface paths {
    "/me": {
        parameters: {};
        get: operations["getMe"];
    };
    "/maps": {
        parameters: {};
        get: operations["listMaps"];
        post: operations["createMap"];
    };
    "/maps/{map_id}": {
        parameters: {};
        get: operations["getMap"];
        delete: operations["deleteMap"];
        patch: operations["patchMap"];
    };
    "/maps/{map_id}/archive": {
        parameters: {};
        post: operations["archiveMap"];
    };
    "/maps/{map_id}/restore": {
        parameters: {};
        post: operations["restoreMap"];
    };
    "/maps/{map_id}/transfer": {
        parameters: {};
        post: operations["transferMap"];
    };
    "/maps/{map_id}/clone": {
        parameters: {};
        post: operations["cloneMap"];
    };
    "/maps/{map_id}/shares": {
        parameters: {};
        get: operations["listShares"];
        post: operations["createShare"];
    };
    "/maps/{map_id}/shares/{share_id}": {
        parameters: {};
        delete: operations["deleteShare"];
        patch: operations["patchShare"];
    };
    "/maps/{map_id}/categories": {
        parameters: {};
        get: operations["listCategories"];
        put: operations["putCategories"];
        delete: operations["deleteCategories"];
    };
    "/maps/{map_id}/colors": {
        parameters: {};
        get: operations["listColors"];
    };
    "/maps/{map_id}/extended-colors": {
        parameters: {};
        post: operations["extendColors"];
    };
    "/maps/{map_id}/fields": {
        parameters: {};
        get: operations["listFields"];
    };
    "/maps/{map_id}/fields/unused": {
        parameters: {};
        delete: operations["deleteUnusedFields"];
    };
    "/maps/{map_id}/markers": {
        parameters: {};
        get: operations["listMarkers"];
        post: operations["createMarker"];
    };
    "/maps/{map_id}/markers/{marker_id}": {
        parameters: {};
        get: operations["getMarker"];
        delete: operations["deleteMarker"];
        patch: operations["patchMarker"];
    };
    "/maps/{map_id}/markers/search": {
        parameters: {};
        get: operations["searchMarkers"];
    };
    "/maps/{map_id}/markers.csv": {
        parameters: {};
        get: operations["exportMarkers"];
    };
    "/maps/{map_id}/markers.geojson": {
        parameters: {};
        get: operations["exportMarkersAsGeoJson"];
    };
    "/maps/{map_id}/markers/{marker_id}/area": {
        parameters: {};
        get: operations["getMarkerArea"];
    };
    "/maps/{map_id}/markers/bulk": {
        parameters: {};
        post: operations["importMarkers"];
        delete: operations["deleteMarkers"];
    };
    "/jobs": {
        parameters: {};
        get: operations["listJobs"];
    };
    "/jobs/{job_id}": {
        parameters: {};
        get: operations["getJob"];
        delete: operations["cancelJob"];
    };
    "/jobs/{job_id}/events": {
        parameters: {};
        get: operations["listenToJob"];
    };
    "/jobs/{job_id}/undo": {
        parameters: {};
        post: operations["undoJob"];
    };
    "/jobs/{job_id}/errors.csv": {
        parameters: {};
        get: operations["getJobErrors"];
    };
    "/jobs/{job_id}/skipped.csv": {
        parameters: {};
        get: operations["getJobSkipped"];
    };
    "/jobs/{job_id}/changes.csv": {
        parameters: {};
        get: operations["getJobChanges"];
    };
    "/jobs/{job_id}/retry": {
        parameters: {};
        post: operations["retryJob"];
    };
    "/maps/{map_id}/images": {
        parameters: {};
        post: operations["renderImage"];
    };
    "/images/{job_id}": {
        parameters: {};
        get: operations["downloadImage"];
        head: operations["headImage"];
    };
    "/nearby": {
        parameters: {};
        get: operations["findNearby"];
    };
    "/maps/{map_id}/tiles.json": {
        parameters: {};
        get: operations["getTileJson"];
    };
    "/maps/{map_id}/tiles/{z}/{x}/{y}.mvt": {
        parameters: {};
        get: operations["getMapTile"];
    };
    "/tiles/base/{z}/{x}/{y}.mvt": {
        parameters: {};
        get: operations["getBaseTile"];
    };
    "/tiles/style.json": {
        parameters: {};
        get: operations["getBaseStyle"];
    };
    "/demographic-fields": {
        parameters: {};
        get: operations["listDemographicFields"];
    };
    "/webhooks": {
        parameters: {};
        get: operations["listWebhooks"];
        post: operations["createWebhook"];
    };
    "/webhooks/{webhook_id}": {
        parameters: {};
        delete: operations["deleteWebhook"];
    };
    "/webhooks/{webhook_id}/deliveries": {
        parameters: {};
        get: operations["listDeliveries"];
    };
    "/attributions": {
        parameters: {};
        get: operations["listAttributions"];
    };
    "/session": {
        parameters: {};
        get: operations["getSession"];
        post: operations["createSession"];
        delete: operations["deleteSession"];
    };
    "/shared-maps": {
        parameters: {};
        get: operations["listSharedMaps"];
    };
    "/maps/{map_id}/access": {
        parameters: {};
        get: operations["getMapAccess"];
    };
    "/openapi.json": {
        parameters: {};
        get: operations["getOpenApi"];
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            error: {
                code: "BAD_REQUEST" | "UNAUTHORIZED" | "PLAN_REQUIRED" | "FORBIDDEN" | "NOT_FOUND" | "RATE_LIMITED" | "QUOTA_EXCEEDED" | "INTERNAL_ERROR";
                message: string;
                help_url?: string;
            };
        };
        Me: {
            account_email: string;
            scope: "read_only" | "read_write";
            plan: string;
            rate_limit: number;
            quotas: {
                maps: {
                    limit: number;
                    used: number;
                };
                markers: {
                    limit: number;
                    used: number;
                };
                bulk: {
                    limit: number;
                    used: number;
                };
            };
        };
        Map: {
            id: number;
            name: string;
            description: string;
            owner_email: string;
            status: "active" | "archived";
            created_at: string;
            updated_at: string;
            private: boolean;
            extended_colors: boolean;
            marker_count: number;
            region_count: number;
        };
        PageInfo: {
            total_count: number | null;
            next_page_token: string | null;
        };
        MapPage: {
            data: components["schemas"]["Map"][];
            page_info: components["schemas"]["PageInfo"];
        };
        MapCreate: {
            name: string;
            description?: string;
        };
        MapPatch: {
            name?: string;
            description?: string;
            private?: boolean;
        };
        MapTransfer: {
            new_owner_email: string;
        };
        MapClone: {
            name: string;
            include_markers?: boolean;
            include_regions?: boolean;
        };
        ShareCreate: {
            email: string;
            access_level: "viewer" | "member" | "admin";
        };
        Share: {
            id: number;
            map_id: number;
            email: string;
            access_level: "viewer" | "member" | "admin";
            created_at: string;
        };
        Shares: {
            shares: components["schemas"]["Share"][];
        };
        SharePatch: {
            access_level: "viewer" | "member" | "admin";
        };
        Category: {
            name: string;
            color: string;
            ordering: number;
        };
        Legend: {
            categories: components["schemas"]["Category"][];
        };
        LegendWrite: {
            categories: {
                name: string;
                color?: string;
                ordering?: number;
            }[];
        };
        Color: {
            name: string;
            fill_color: string;
            text_color: string;
        };
        Palette: {
            extended: boolean;
            colors: components["schemas"]["Color"][];
        };
        FieldDefinition: {
            id: number;
            name: string;
            type: "text" | "number" | "currency" | "date" | "url";
            ordering: number;
        };
        FieldDefinitions: {
            fields: components["schemas"]["FieldDefinition"][];
        };
        MarkerType: "pin" | "us_zip" | "us_county" | "country" | "au_state" | "us_state" | "circle" | "ca_fsa" | "uk_postcode" | "pinned_circle" | "au_postcode" | "de_postcode" | "drive_time" | "pinned_drive_time";
        Address: {
            street?: string;
            street2?: string;
            city?: string;
            state?: string;
            country?: string;
            zip?: string;
        };
        Marker: {
            id: number;
            map_id: number;
            name: string;
            type: components["schemas"]["MarkerType"];
            address: components["schemas"]["Address"];
            lat: number;
            lng: number;
            radius: number | null;
            radius_unit: "miles" | null;
            category: string | null;
            color: string | null;
            custom_fields: {
                [key: string]: string;
            };
            region_source: string | null;
            created_at: string;
            updated_at: string;
            county?: string;
            photo_url?: string;
            photo_width?: string;
            photo_height?: string;
            videosite_id?: string;
            video_width?: string;
            video_height?: string;
            expire?: string;
            location_code?: string;
            drive_time?: string;
        };
        MarkerPage: {
            data: components["schemas"]["Marker"][];
            page_info: components["schemas"]["PageInfo"];
        };
        MarkerCreate: {
            name: string;
            type?: components["schemas"]["MarkerType"];
            address?: components["schemas"]["Address"];
            lat?: number;
            lng?: number;
            radius?: number;
            radius_unit?: "miles" | "km";
            category?: string;
            color?: string;
            custom_fields?: {
                [key: string]: string;
            };
            county?: string | null;
            photo_url?: string | null;
            photo_width?: string | null;
            photo_height?: string | null;
            videosite_id?: string | null;
            video_width?: string | null;
            video_height?: string | null;
            expire?: string | null;
            location_code?: string | null;
            drive_time?: string | null;
        };
        MarkerPatch: {
            name?: string;
            type?: components["schemas"]["MarkerType"];
            address?: {
                street?: string | null;
                street2?: string | null;
                city?: string | null;
                state?: string | null;
                country?: string | null;
                zip?: string | null;
            } | null;
            lat?: number;
            lng?: number;
            radius?: number | null;
            radius_unit?: "miles" | "km";
            category?: string | null;
            color?: string | null;
            custom_fields?: {
                [key: string]: string | null;
            } | null;
            county?: string | null;
            photo_url?: string | null;
            photo_width?: string | null;
            photo_height?: string | null;
            videosite_id?: string | null;
            video_width?: string | null;
            video_height?: string | null;
            expire?: string | null;
            location_code?: string | null;
            drive_time?: string | null;
        };
        MarkerFeatures: {
            type: "FeatureCollection";
            features: {
                type: "Feature";
                id: number;
                geometry: {
                    type: "Point";
                    coordinates: number[];
                } | {
                    type: "Polygon";
                    coordinates: number[][][];
                } | {
                    type: "MultiPolygon";
                    coordinates: number[][][][];
                };
                properties: {
                    name: string;
                    type: string;
                    lat: number;
                    lng: number;
                } & {
                    [key: string]: unknown;
                };
            }[];
            areas_omitted?: number;
        };
        MarkerArea: {
            type: "Feature";
            id: number;
            geometry: {
                type: "Polygon";
                coordinates: number[][][];
            } | {
                type: "MultiPolygon";
                coordinates: number[][][][];
            };
            properties: {
                id: number;
                name: string;
                type: string;
                region_source: string | null;
                square_km: number;
            };
        };
        BulkMarker: {
            name?: string;
            lat?: number | null;
            lng?: number | null;
            address?: {
                street?: string | null;
                street2?: string | null;
                city?: string | null;
                state?: string | null;
                country?: string | null;
                zip?: string | null;
            } | null;
            region_code?: string | number | null;
            category?: string | null;
            custom_fields?: {
                [key: string]: string | null;
            } | null;
            county?: string | null;
            photo_url?: string | null;
            photo_width?: string | null;
            photo_height?: string | null;
            videosite_id?: string | null;
            video_width?: string | null;
            video_height?: string | null;
            expire?: string | null;
            location_code?: string | null;
            drive_time?: string | null;
        };
        BulkMarkers: {
            markers: components["schemas"]["BulkMarker"][];
        };
        DemographicsConfig: {
            fields: (number | string)[];
            level?: "us_zip" | "us_county" | "us_state" | "country";
        };
        ChoroplethConfig: {
            field: string;
            classes?: number;
            method?: "quantile" | "equal" | "jenks";
            aggregate?: "sum" | "mean" | "median" | "min" | "max" | "count";
            breaks?: number[] | "keep";
            ramp?: "blues" | "greens" | "purples" | "browns" | "yellow-blue" | "yellow-red" | "red-blue" | "purple-green";
        };
        BulkMeta: {
            on_duplicate?: "skip" | "overwrite" | "error";
            match?: string;
            on_new?: "add" | "skip";
            missing?: "keep" | "delete";
            missing_tolerance?: string | number;
            confirm?: boolean;
            default_country?: string;
            marker_type?: "pin" | "us_zip" | "us_county" | "country" | "au_state" | "us_state" | "circle" | "ca_fsa" | "uk_postcode" | "pinned_circle" | "au_postcode" | "de_postcode" | "drive_time" | "pinned_drive_time";
            auto_map?: boolean;
            default_radius?: number;
            radius_unit?: "miles" | "km";
            default_drive_time?: number;
            dry_run?: boolean;
            remember?: boolean;
            sheet?: string | number;
            crs?: string;
            fill_merged?: boolean;
            header_row?: number;
            skip_rows_after?: number;
            delimiter?: string;
            quote?: string;
            escape?: string;
            comment?: string;
            encoding?: string;
            demographics?: components["schemas"]["DemographicsConfig"];
            choropleth?: components["schemas"]["ChoroplethConfig"];
            column_mapping?: {
                [key: string]: string | number;
            };
            ignore?: string[];
        };
        BulkForm: {
            file: string;
            meta?: components["schemas"]["BulkMeta"];
        };
        RowErrorCode: "name_missing" | "location_missing" | "address_unknown" | "address_ambiguous" | "address_contradictory" | "region_code_unknown" | "coordinate_invalid" | "radius_invalid" | "drive_time_invalid" | "type_invalid" | "color_unknown" | "expire_invalid" | "value_invalid" | "quote_unclear" | "cells_extra" | "cell_too_long" | "nul_character" | "record_too_long" | "fields_too_long" | "code_repeated" | "code_ambiguous" | "duplicate";
        RowError: {
            index: number;
            line: number | null;
            code: components["schemas"]["RowErrorCode"];
            column: string | null;
            message: string;
        };
        BulkSummary: {
            added: number;
            updated: number;
            unchanged: number;
            skipped: number;
            deleted: number;
            errors: components["schemas"]["RowError"][];
        };
        SkippedRow: {
            row: number;
            reason: "title" | "note" | "empty" | "unit" | "total" | "footer" | "repeated_header";
        };
        SecondBest: {
            field: string | null;
            probability: number;
        };
        PreviewColumn: {
            index: number;
            header: string;
            field: string | null;
            how: "explicit" | "exact" | "memory" | "inferred" | "pattern" | "custom" | "ignored";
            confidence: number;
            why: string;
            second_best: components["schemas"]["SecondBest"] | null;
            samples: string[];
        };
        PreviewMarker: {
            id: null;
            map_id: number;
            name: string;
            type: components["schemas"]["MarkerType"];
            address: components["schemas"]["Address"];
            lat: number;
            lng: number;
            radius: number | null;
            radius_unit: "miles" | null;
            category: string | null;
            color: string | null;
            custom_fields: {
                [key: string]: string;
            };
            region_source: string | null;
            county?: string;
            photo_url?: string;
            photo_width?: string;
            photo_height?: string;
            videosite_id?: string;
            video_width?: string;
            video_height?: string;
            expire?: string;
            location_code?: string;
            drive_time?: string;
            created_at: null;
            updated_at: null;
        };
        PreviewRow: {
            index: number;
            line: number | null;
            outcome: "added" | "updated" | "unchanged" | "skipped" | "rejected";
            marker: components["schemas"]["PreviewMarker"] | null;
            error: components["schemas"]["RowError"] | null;
        };
        ShownChange: {
            marker_id: number;
            code: string | null;
            name: string | null;
            change: "updated" | "deleted";
            members: {
                member: string;
                old: string | null;
                new: string | null;
            }[];
        };
        ErrorGroup: {
            code: components["schemas"]["RowErrorCode"];
            column: string | null;
            count: number;
            example: string;
            hint: string;
        };
        DryRun: {
            encoding: string;
            delimiter: string | null;
            sheet: string | null;
            sheets: {
                name: string;
                hidden: boolean;
                rows: number;
                more_rows: boolean;
            }[];
            header_row: number | null;
            skipped_rows: components["schemas"]["SkippedRow"][];
            skipped_row_count: number;
            mapping: components["schemas"]["PreviewColumn"][];
            rows: components["schemas"]["PreviewRow"][];
            counts: {
                total: number;
                added: number;
                updated: number;
                unchanged: number;
                skipped: number;
                rejected: number;
                deleted: number;
            };
            changes: components["schemas"]["ShownChange"][];
            placed: {
                coordinates: number;
                street: number;
                postal: number;
                city: number;
                state: number;
                area: number;
                country: number;
            };
            areas: {
                exact: number;
                approximate: number;
                none: number;
            };
            drive_times: {
                known: number;
                to_draw: number;
                none: number;
            };
            classes: {
                category: string;
                color: string;
                rows: number;
            }[];
            error_summary: components["schemas"]["ErrorGroup"][];
            notes: string[];
        };
        ColumnMapping: {
            index: number;
            header: string;
            field: string | null;
            how: "explicit" | "exact" | "memory" | "inferred" | "pattern" | "custom" | "ignored";
            confidence: number;
            why?: string;
            second_best?: components["schemas"]["SecondBest"];
        };
        BulkJob: {
            job_id: string;
            kind: "bulk_import" | "undo";
            status: "queued" | "processing" | "completed" | "failed" | "cancelled";
            status_url: string;
            map_id: number;
            added: number;
            updated: number;
            unchanged: number;
            skipped: number | null;
            deleted: number;
            total: number;
            processed: number;
            progress: number;
            rows_per_second: number | null;
            eta_seconds: number | null;
            timings: {
                receiving: number;
                parsing: number;
                placing: number;
                looking_up: number;
                deduplicating: number;
                writing: number;
            };
            error_count: number;
            errors: components["schemas"]["RowError"][];
            error_summary: components["schemas"]["ErrorGroup"][];
            errors_url: string | null;
            skipped_url: string | null;
            changes_url: string | null;
            undo_url: string | null;
            undoes: string | null;
            retry_url: string | null;
            retries: string | null;
            error: string | null;
            sheet: string | null;
            options: {
                [key: string]: unknown;
            };
            notes: string[];
            mapping: components["schemas"]["ColumnMapping"][];
            created_at: string;
            started_at: string | null;
            completed_at: string | null;
        };
        BulkDelete: {
            all?: boolean;
            marker_ids?: number[];
            categories?: string[];
            colors?: string[];
            confirm?: boolean;
        };
        BulkDeleted: {
            deleted: number;
        };
        ImageOptions: {
            preset: "pin_coverage" | "us" | "world" | "regions";
            format: "png" | "pdf";
            map_type: "map" | "satellite";
            paper_size: "letter" | "a4";
            orientation: "landscape" | "portrait";
            legend: boolean;
            title: boolean;
            labels: boolean;
        };
        ImageJob: {
            job_id: string;
            kind: "image";
            status: "queued" | "processing" | "completed" | "failed" | "cancelled";
            status_url: string;
            map_id: number;
            format: "png" | "pdf";
            options: components["schemas"]["ImageOptions"];
            error: string | null;
            notes: string[];
            created_at: string;
            started_at: string | null;
            completed_at: string | null;
            image_url: string | null;
        };
        Job: components["schemas"]["BulkJob"] | components["schemas"]["ImageJob"];
        JobPage: {
            data: components["schemas"]["Job"][];
            page_info: components["schemas"]["PageInfo"];
        };
        RetryOptions: {
            on_duplicate?: "skip" | "overwrite" | "error";
            match?: string;
            on_new?: "add" | "skip";
            default_country?: string;
            marker_type?: "pin" | "us_zip" | "us_county" | "country" | "au_state" | "us_state" | "circle" | "ca_fsa" | "uk_postcode" | "pinned_circle" | "au_postcode" | "de_postcode" | "drive_time" | "pinned_drive_time";
            auto_map?: boolean;
            default_radius?: number;
            radius_unit?: "miles" | "km";
            default_drive_time?: number;
            dry_run?: boolean;
            remember?: boolean;
            crs?: string;
            demographics?: components["schemas"]["DemographicsConfig"];
            choropleth?: components["schemas"]["ChoroplethConfig"];
            column_mapping?: {
                [key: string]: string | number;
            };
            ignore?: string[];
        };
        ImageRequest: {
            preset: "pin_coverage" | "us" | "world" | "regions";
            format?: "png" | "pdf";
            map_type?: "map" | "satellite";
            paper_size?: "letter" | "a4";
            orientation?: "landscape" | "portrait";
            legend?: boolean;
            title?: boolean;
            labels?: boolean;
        };
        NearbyPin: {
            id: number;
            map: number;
            mapName: string;
            title: string;
            lat: number;
            lng: number;
            distanceMi: number;
            distanceKm: number;
            type: components["schemas"]["MarkerType"];
            category: string | null;
            color: string | null;
            address: components["schemas"]["Address"];
        };
        NearbyPins: {
            results: components["schemas"]["NearbyPin"][];
        };
        TileJson: {
            tilejson: "3.0.0";
            name: string;
            tiles: string[];
            minzoom: number;
            maxzoom: number;
            bounds: number[];
            attribution: string;
            vector_layers: {
                id: string;
                description: string;
                fields: {
                    [key: string]: string;
                };
            }[];
            marker_count: number;
        };
        MapStyle: {
            version: 8;
            name: string;
            sources: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            layers: ({
                id: string;
            } & {
                [key: string]: unknown;
            })[];
        };
        DemographicField: {
            id: number;
            key: string;
            label: string;
            type: "number" | "currency" | "percent" | "text";
        };
        WebhookCreate: {
            url: string;
        };
        NewWebhook: {
            id: number;
            url: string;
            events: "job.finished"[];
            created_at: string;
            secret: string;
        };
        Webhook: {
            id: number;
            url: string;
            events: "job.finished"[];
            created_at: string;
        };
        WebhookDelivery: {
            id: number;
            event: "job.finished";
            job_id: string;
            attempts: number;
            next_attempt_at: string | null;
            delivered_at: string | null;
            failed_at: string | null;
            last_status: number | null;
            last_error: string | null;
            created_at: string;
        };
        Attributions: {
            attributions: {
                use: string;
                name: string;
                credit: string;
                licence: string;
                url: string;
            }[];
        };
        SignIn: {
            email: string;
            password: string;
        };
        Session: {
            account_email: string;
            plan: string;
            signed_in_by: "password" | "key";
        };
        SharedMap: {
            id: number;
            name: string;
            description: string;
            owner_email: string;
            status: "active" | "archived";
            created_at: string;
            updated_at: string;
            private: boolean;
            extended_colors: boolean;
            marker_count: number;
            region_count: number;
            access_level: "viewer" | "member" | "admin";
        };
        SharedMapPage: {
            data: components["schemas"]["SharedMap"][];
            page_info: components["schemas"]["PageInfo"];
        };
        MapAccess: {
            access_level: "owner" | "admin" | "member" | "viewer";
            operations: string[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getMe: {
        parameters: {};
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
        };
    };
    listMaps: {
        parameters: {
            query?: {
                page_size?: number;
                page_token?: string;
                q?: string;
                status?: "active" | "archived";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["MapPage"];
                };
            };
        };
    };
    createMap: {
        parameters: {
            header?: {
                "Idempotency-Key"?: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MapCreate"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["Map"];
                };
            };
        };
    };
    getMap: {
        parameters: {
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                map_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Map"];
                };
            };
            304: {};
        };
    };
    deleteMap: {
        parameters: {
            header?: {
                "If-Match"?: string;
            };
            path: {
                map_id: number;
            };
        };
        responses: {
            204: {};
        };
    };
    patchMap: {
        parameters: {
            header?: {
                "If-Match"?: string;
            };
            path: {
                map_id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MapPatch"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Map"];
                };
            };
        };
    };
    archiveMap: {
        parameters: {
            path: {
                map_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Map"];
                };
            };
        };
    };
    restoreMap: {
        parameters: {
            path: {
                map_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Map"];
                };
            };
        };
    };
    transferMap: {
        parameters: {
            path: {
                map_id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MapTransfer"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Map"];
                };
            };
        };
    };
    cloneMap: {
        parameters: {
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                map_id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MapClone"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["Map"];
                };
            };
        };
    };
    listShares: {
        parameters: {
            path: {
                map_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Shares"];
                };
            };
        };
    };
    createShare: {
        parameters: {
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                map_id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShareCreate"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Share"];
                };
            };
            201: {
                content: {
                    "application/json": components["schemas"]["Share"];
                };
            };
        };
    };
    deleteShare: {
        parameters: {
            path: {
                map_id: number;
                share_id: number;
            };
        };
        responses: {
            204: {};
        };
    };
    patchShare: {
        parameters: {
            path: {
                map_id: number;
                share_id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SharePatch"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Share"];
                };
            };
        };
    };
    listCategories: {
        parameters: {
            path: {
                map_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Legend"];
                };
            };
        };
    };
    putCategories: {
        parameters: {
            path: {
                map_id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LegendWrite"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Legend"];
                };
            };
        };
    };
    deleteCategories: {
        parameters: {
            path: {
                map_id: number;
            };
        };
        responses: {
            204: {};
        };
    };
    listColors: {
        parameters: {
            path: {
                map_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Palette"];
                };
            };
        };
    };
    extendColors: {
        parameters: {
            path: {
                map_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Map"];
                };
            };
        };
    };
    listFields: {
        parameters: {
            path: {
                map_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["FieldDefinitions"];
                };
            };
        };
    };
    deleteUnusedFields: {
        parameters: {
            path: {
                map_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        deleted: number;
                    };
                };
            };
        };
    };
    listMarkers: {
        parameters: {
            query?: {
                updated_since?: string;
                type?: "pin" | "us_zip" | "us_county" | "country" | "au_state" | "us_state" | "circle" | "ca_fsa" | "uk_postcode" | "pinned_circle" | "au_postcode" | "de_postcode" | "drive_time" | "pinned_drive_time";
                ids?: string;
                sort?: "id" | "-id" | "name" | "-name" | "updated_at" | "-updated_at";
                page_size?: number;
                page_token?: string;
                others?: {
                    [key: string]: string;
                };
            };
            path: {
                map_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["MarkerPage"];
                };
            };
        };
    };
    createMarker: {
        parameters: {
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                map_id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MarkerCreate"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["Marker"];
                };
            };
        };
    };
    getMarker: {
        parameters: {
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                map_id: number;
                marker_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Marker"];
                };
            };
            304: {};
        };
    };
    deleteMarker: {
        parameters: {
            header?: {
                "If-Match"?: string;
            };
            path: {
                map_id: number;
                marker_id: number;
            };
        };
        responses: {
            204: {};
        };
    };
    patchMarker: {
        parameters: {
            header?: {
                "If-Match"?: string;
            };
            path: {
                map_id: number;
                marker_id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MarkerPatch"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Marker"];
                };
            };
        };
    };
    searchMarkers: {
        parameters: {
            query?: {
                q?: string;
                category?: string;
                bounds?: string;
                near?: string;
                updated_since?: string;
                type?: "pin" | "us_zip" | "us_county" | "country" | "au_state" | "us_state" | "circle" | "ca_fsa" | "uk_postcode" | "pinned_circle" | "au_postcode" | "de_postcode" | "drive_time" | "pinned_drive_time";
                ids?: string;
                sort?: "id" | "-id" | "name" | "-name" | "updated_at" | "-updated_at";
                page_size?: number;
                page_token?: string;
                others?: {
                    [key: string]: string;
                };
            };
            path: {
                map_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["MarkerPage"];
                };
            };
        };
    };
    exportMarkers: {
        parameters: {
            path: {
                map_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    exportMarkersAsGeoJson: {
        parameters: {
            query?: {
                areas?: boolean;
            };
            path: {
                map_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/geo+json": components["schemas"]["MarkerFeatures"];
                };
            };
        };
    };
    getMarkerArea: {
        parameters: {
            path: {
                map_id: number;
                marker_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/geo+json": components["schemas"]["MarkerArea"];
                };
            };
        };
    };
    importMarkers: {
        parameters: {
            query?: {
                on_duplicate?: "skip" | "overwrite" | "error";
                match?: string;
                on_new?: "add" | "skip";
                missing?: "keep" | "delete";
                missing_tolerance?: string;
                confirm?: boolean;
                default_country?: string;
                marker_type?: "pin" | "us_zip" | "us_county" | "country" | "au_state" | "us_state" | "circle" | "ca_fsa" | "uk_postcode" | "pinned_circle" | "au_postcode" | "de_postcode" | "drive_time" | "pinned_drive_time";
                auto_map?: boolean;
                default_radius?: number;
                radius_unit?: "miles" | "km";
                default_drive_time?: number;
                dry_run?: boolean;
                remember?: boolean;
                sheet?: string;
                crs?: string;
                fill_merged?: boolean;
                header_row?: number;
                skip_rows_after?: number;
                delimiter?: string;
                quote?: string;
                escape?: string;
                comment?: string;
                encoding?: string;
                demographics?: string;
                choropleth?: string;
                column_mapping?: string;
                ignore?: string;
            };
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                map_id: number;
            };
        };
        requestBody: {
            content: {
                "text/csv": string;
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                "application/vnd.ms-excel.sheet.macroEnabled.12": string;
                "application/vnd.ms-excel": string;
                "application/vnd.ms-excel.sheet.binary.macroEnabled.12": string;
                "application/vnd.oasis.opendocument.spreadsheet": string;
                "application/geo+json": string;
                "application/json": components["schemas"]["BulkMarkers"];
                "multipart/form-data": components["schemas"]["BulkForm"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["BulkSummary"] | components["schemas"]["DryRun"];
                };
            };
            202: {
                content: {
                    "application/json": components["schemas"]["BulkJob"];
                };
            };
        };
    };
    deleteMarkers: {
        parameters: {
            path: {
                map_id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkDelete"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["BulkDeleted"];
                };
            };
        };
    };
    listJobs: {
        parameters: {
            query?: {
                page_size?: number;
                page_token?: string;
                map_id?: number;
                status?: "queued" | "processing" | "completed" | "failed" | "cancelled";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["JobPage"];
                };
            };
        };
    };
    getJob: {
        parameters: {
            path: {
                job_id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    cancelJob: {
        parameters: {
            path: {
                job_id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Job"];
                };
            };
        };
    };
    listenToJob: {
        parameters: {
            path: {
                job_id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "text/event-stream": string;
                };
            };
            204: {};
        };
    };
    undoJob: {
        parameters: {
            path: {
                job_id: string;
            };
        };
        responses: {
            202: {
                content: {
                    "application/json": components["schemas"]["BulkJob"];
                };
            };
        };
    };
    getJobErrors: {
        parameters: {
            path: {
                job_id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    getJobSkipped: {
        parameters: {
            path: {
                job_id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    getJobChanges: {
        parameters: {
            path: {
                job_id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    retryJob: {
        parameters: {
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                job_id: string;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetryOptions"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["DryRun"];
                };
            };
            202: {
                content: {
                    "application/json": components["schemas"]["BulkJob"];
                };
            };
        };
    };
    renderImage: {
        parameters: {
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                map_id: number;
            };
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImageRequest"];
            };
        };
        responses: {
            202: {
                content: {
                    "application/json": components["schemas"]["ImageJob"];
                };
            };
        };
    };
    downloadImage: {
        parameters: {
            query: {
                expires: number;
                signature: string;
            };
            path: {
                job_id: string;
            };
        };
        responses: {
            200: {
                content: {
                    "image/png": string;
                    "application/pdf": string;
                };
            };
            206: {
                content: {
                    "image/png": string;
                    "application/pdf": string;
                };
            };
            304: {};
        };
    };
    headImage: {
        parameters: {
            query: {
                expires: number;
                signature: string;
            };
            path: {
                job_id: string;
            };
        };
        responses: {
            200: {};
            206: {};
            304: {};
        };
    };
    findNearby: {
        parameters: {
            query: {
                lat: number;
                lng: number;
                n?: number;
                radius?: number;
                units?: "mi" | "km";
                maps?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["NearbyPins"];
                };
            };
        };
    };
    getTileJson: {
        parameters: {
            query?: {
                q?: string;
                category?: string;
            };
            path: {
                map_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["TileJson"];
                };
            };
        };
    };
    getMapTile: {
        parameters: {
            query?: {
                q?: string;
                category?: string;
            };
            header?: {
                "If-None-Match"?: string;
            };
            path: {
                map_id: number;
                z: number;
                x: number;
                y: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/vnd.mapbox-vector-tile": string;
                };
            };
            204: {};
            304: {};
        };
    };
    getBaseTile: {
        parameters: {
            header?: {
                "If-Match"?: string;
            };
            path: {
                z: number;
                x: number;
                y: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/vnd.mapbox-vector-tile": string;
                };
            };
            204: {};
            304: {};
        };
    };
    getBaseStyle: {
        parameters: {
            query?: {
                theme?: "light" | "dark";
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["MapStyle"];
                };
            };
            302: {
                content: {
                    "application/json": {
                        location: string;
                    };
                };
            };
        };
    };
    listDemographicFields: {
        parameters: {};
        responses: {
            200: {
                content: {
                    "application/json": {
                        demographic_fields: components["schemas"]["DemographicField"][];
                    };
                };
            };
        };
    };
    listWebhooks: {
        parameters: {};
        responses: {
            200: {
                content: {
                    "application/json": {
                        webhooks: components["schemas"]["Webhook"][];
                    };
                };
            };
        };
    };
    createWebhook: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            201: {
                content: {
                    "application/json": components["schemas"]["NewWebhook"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            path: {
                webhook_id: number;
            };
        };
        responses: {
            204: {};
        };
    };
    listDeliveries: {
        parameters: {
            path: {
                webhook_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["WebhookDelivery"][];
                    };
                };
            };
        };
    };
    listAttributions: {
        parameters: {};
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Attributions"];
                };
            };
        };
    };
    getSession: {
        parameters: {};
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    createSession: {
        parameters: {};
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
        };
    };
    deleteSession: {
        parameters: {};
        responses: {
            204: {};
        };
    };
    listSharedMaps: {
        parameters: {
            query?: {
                page_size?: number;
                page_token?: string;
                q?: string;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["SharedMapPage"];
                };
            };
        };
    };
    getMapAccess: {
        parameters: {
            path: {
                map_id: number;
            };
        };
        responses: {
            200: {
                content: {
                    "application/json": components["schemas"]["MapAccess"];
                };
            };
        };
    };
    getOpenApi: {
        parameters: {};
        responses: {
            200: {
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
}
